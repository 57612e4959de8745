import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../api/client";
import type { CoachMove, CoachReview } from "../api/types";
import { game as makeGame } from "../game/fixtures";
import { fromGame } from "../game/tree";
import { preview, review } from "../review/store";
import { current, flipped, game } from "../store";
import { endTraining, isQuestion, nextMistake, showSolution, startTraining, training, tryMove } from "./state";

const BEFORE = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
const AFTER = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5P2/PPPP2PP/RNBQKBNR b KQkq - 0 2";

function mistake(node: number, judgement: CoachMove["judgement"]): CoachMove {
  const better = { fen: BEFORE, moves: [{ san: "e4", uci: "e2e4", fen: AFTER }] };
  return { node, eval_before: { cp: 0 }, eval_after: { mate: -1 }, judgement, text: "2.g4?? allows 2...Qh4#.", better, findings: [], pins: [] };
}

beforeEach(() => {
  game.value = fromGame(makeGame("f3 e5 g4 Qh4#"));
  review.value = {
    nodes: [0, 1, 2, 3, 4],
    engine: "Search",
    engine_failure: null,
    accuracy: { white: 10, black: 100 },
    summary: { white: { inaccuracies: 0, mistakes: 0, blunders: 1, pins: 0 }, black: { inaccuracies: 0, mistakes: 0, blunders: 0, pins: 0 } },
    moves: [mistake(3, "blunder")],
  } satisfies CoachReview;
});

afterEach(() => {
  endTraining();
  vi.restoreAllMocks();
});

test("a training begins before the mistake, from the side of the player", () => {
  flipped.value = true;
  startTraining("white");
  expect(current.value).toBe(2);
  expect(flipped.value).toBe(false);
  expect(isQuestion()).toBe(true);
  current.value = 1;
  expect(isQuestion()).toBe(false);
});

test("a side without mistakes has no training", () => {
  startTraining("black");
  expect(training.value).toBeNull();
});

test("the best move is right without asking the server", async () => {
  const asked = vi.spyOn(api, "tryMove");
  startTraining("white");
  await tryMove("e2e4");
  expect(asked).not.toHaveBeenCalled();
  expect(training.value).toMatchObject({ phase: "found", found: 1 });
  expect(preview.value?.fen).toBe(AFTER);
  nextMistake();
  expect(training.value).toMatchObject({ index: 1, found: 1 });
});

test("another move is judged by the coach; a bad one can be tried again", async () => {
  const bad = { san: "g4", fen: BEFORE, good: false, judgement: "blunder" as const, text: "It allows mate." };
  const asked = vi.spyOn(api, "tryMove").mockResolvedValue(bad);
  startTraining("white");
  await tryMove("g2g4");
  expect(asked).toHaveBeenCalledWith(expect.anything(), 2, "g2g4");
  expect(training.value).toMatchObject({ phase: "asking", tried: bad, found: 0 });
  showSolution();
  expect(training.value?.phase).toBe("solution");
  expect(isQuestion()).toBe(false);
});
