import { expect, test } from "vitest";
import type { CoachFinding, CoachMove, CoachReview } from "../api/types";
import { mistakesOf, threatOf } from "./threats";

const WHITE = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
const BLACK = "4k3/8/8/8/8/8/8/4K2R b - - 0 1";

function finding(over: Partial<CoachFinding>): CoachFinding {
  const line = { fen: WHITE, moves: [{ san: "Rh8#", uci: "h1h8", fen: BLACK }] };
  return { kind: "threatens", motif: "fork", side: "white", line, gain: 3, mate: null, squares: [], text: "", ...over };
}

function move(node: number, judgement: CoachMove["judgement"], fen: string): CoachMove {
  const better = { fen, moves: [{ san: "Ke2", uci: "e1e2", fen: BLACK }] };
  return { node, eval_before: { cp: 0 }, eval_after: { cp: 0 }, judgement, text: "", better, findings: [], pins: [] };
}

test("a threat of mate comes before a threat to win a piece", () => {
  const line = { fen: WHITE, moves: [{ san: "Nf6+", uci: "d5f6", fen: BLACK }] };
  const found = threatOf({ findings: [finding({ line }), finding({ mate: 1, gain: null })] });
  expect(found?.text).toBe("Rh8#");
  expect(threatOf({ findings: [finding({ kind: "allows" })] })).toBeNull();
  expect(threatOf(null)).toBeNull();
});

test("a player learns from mistakes and blunders of the own side", () => {
  const moves = [move(1, "blunder", WHITE), move(2, "mistake", BLACK), move(3, "inaccuracy", WHITE), move(5, "mistake", WHITE)];
  const review: CoachReview = {
    nodes: [0, 1, 2, 3, 4, 5],
    engine: "Search",
    engine_failure: null,
    accuracy: { white: 50, black: 60 },
    summary: {
      white: { inaccuracies: 1, mistakes: 1, blunders: 1, pins: 0 },
      black: { inaccuracies: 0, mistakes: 1, blunders: 0, pins: 0 },
    },
    moves,
  };
  expect(mistakesOf(review, "white").map(({ node }) => node)).toEqual([1, 5]);
  expect(mistakesOf(review, "black").map(({ node }) => node)).toEqual([2]);
});
