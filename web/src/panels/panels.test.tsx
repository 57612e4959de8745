/** What the panels show for a state of the store, as HTML. */

import { renderToString } from "preact-render-to-string";
import { beforeEach, expect, test } from "vitest";
import type { CoachFinding, CoachMove, CoachReview } from "../api/types";
import { game as gameOf, pin, position } from "../game/fixtures";
import { fromGame } from "../game/tree";
import { CoachPanel } from "../review/CoachPanel";
import { ReviewPanel } from "../review/ReviewPanel";
import { review as coachReview, reviewStatus } from "../review/store";
import { about, allPins, analyser, current, game } from "../store";
import { Controls } from "./Controls";
import { EvalBar } from "./EvalBar";
import { GameHead } from "./GameHead";
import { Moves } from "./Moves";
import { Pins } from "./Pins";
import { PlayerBar } from "./PlayerBar";

/** The text of HTML, without tags. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

beforeEach(() => {
  game.value = fromGame(gameOf("e4 e5 (c5) Nf3"));
  current.value = 0;
  about.value = coachReview.value = reviewStatus.value = analyser.value = null;
  allPins.value = false;
});

function findingOf(kind: CoachFinding["kind"], moves: string[]): CoachFinding {
  const line = { fen: "8/8/8/8/8/8/8/8 b - - 0 2", moves: moves.map((san) => ({ san, uci: "d8h4", fen: "" })) };
  return { kind, motif: "mate", side: "black", line, gain: null, mate: 1, squares: [], text: "" } as unknown as CoachFinding;
}

function moveOf(over: Partial<CoachMove>): CoachMove {
  return { node: 1, eval_before: { cp: 0 }, eval_after: { mate: -1 }, judgement: null, text: "", better: null, findings: [], pins: [], ...over } as CoachMove;
}

function reviewOf(...moves: CoachMove[]): CoachReview {
  const side = { inaccuracies: 0, mistakes: 0, blunders: 0 };
  return {
    nodes: [0, 1, 2, 4],
    engine: "search",
    engine_failure: null,
    accuracy: { white: 42.4, black: null },
    summary: { white: { ...side, blunders: 1 }, black: side },
    moves,
  } as unknown as CoachReview;
}

test("the player's bar has name, rating, captured pieces in words and the clock of the move", () => {
  const state = gameOf("e4", { tags: { White: "Anna", WhiteElo: "2100" } });
  state.nodes[1]!.clock = "0:04:58";
  state.nodes[1]!.position = position({ turn: "black", captured: { white: "", black: "pp" }, balance: 2 });
  game.value = fromGame(state);
  current.value = 1;
  const text = textOf(renderToString(<PlayerBar color="white" />));
  expect(text).toContain("Anna 2100");
  expect(text).toContain("has taken 2 black pawns");
  expect(text).toContain("04:58");
  expect(text).not.toContain("to move");
  expect(textOf(renderToString(<PlayerBar color="black" />))).toContain("to move");
});

test("the head of a finished game has the result and how it ended", () => {
  game.value = fromGame(
    gameOf("e4", { name: "You - Pinsight level 4", result: "1-0", tags: { White: "You", Black: "Pinsight level 4", Termination: "Black resigned" } }),
  );
  const text = textOf(renderToString(<GameHead />));
  expect(text).toContain("You – Pinsight level 4");
  expect(text).toContain("Black resigned");
  expect(text).toContain("Open again");
});

test("pins that cost nothing appear only on request", () => {
  const state = gameOf("e4");
  state.nodes[1]!.position = position({ pins: [pin({ sentence: "Real." }), pin({ sentence: "Potential.", relevance: "potential" })] });
  game.value = fromGame(state);
  current.value = 1;
  expect(textOf(renderToString(<Pins />))).toMatch(/Real\./);
  expect(textOf(renderToString(<Pins />))).not.toMatch(/Potential\./);
  allPins.value = true;
  expect(textOf(renderToString(<Pins />))).toMatch(/Potential\./);
});

test("the move list has numbers and variations", () => {
  const html = renderToString(<Moves />);
  expect(textOf(html)).toMatch(/1\.? ?e4 e5 .*c5.*Nf3/);
  const buttons = html.match(/<button[^>]*data-node[^>]*>/g) ?? [];
  expect(buttons).toHaveLength(4);
});

test("an unknown evaluation is not an equal one", () => {
  expect(renderToString(<EvalBar />)).toContain("eval empty");
  analyser.value = "search";
  const html = renderToString(<EvalBar />);
  expect(html).toContain('aria-valuetext="unknown"');
  expect(html).not.toContain("white-share");
});

test("the coach names a threat first, then the judgement in words", () => {
  current.value = 1;
  coachReview.value = reviewOf(moveOf({ judgement: "blunder", text: "1.e4?? allows 1...Qh4#.", findings: [findingOf("threatens", ["Qh4#"])] }));
  expect(textOf(renderToString(<CoachPanel />))).toMatch(/^Threat: .*Qh4# Blunder 1\.e4\?\? allows/);
  coachReview.value = reviewOf(moveOf({}));
  expect(textOf(renderToString(<CoachPanel />))).toBe("Nothing to remark.");
});

test("the review shows its progress, then accuracy and counts, and offers a new one when the moves have changed", () => {
  reviewStatus.value = { game: 1, state: "running", done: 3, total: 12, problem: null };
  expect(textOf(renderToString(<ReviewPanel />))).toContain("25 %");
  reviewStatus.value = { game: 1, state: "done", done: 0, total: 0, problem: null };
  coachReview.value = reviewOf();
  const text = textOf(renderToString(<ReviewPanel />));
  expect(text).toContain("White 42 %");
  expect(text).toContain("1 blunder");
  expect(text).not.toContain("Review again");
  game.value = fromGame(gameOf("e4 e5"));
  expect(textOf(renderToString(<ReviewPanel />))).toContain("The moves have changed since. Review again");
});

test("controls that cannot do anything are disabled", () => {
  const disabled = (title: string): boolean =>
    new RegExp(`<button[^>]*disabled[^>]*aria-label="${title}|<button[^>]*aria-label="${title}[^>]*disabled`).test(renderToString(<Controls />));
  expect(disabled("One move back")).toBe(true);
  expect(disabled("One move forward")).toBe(false);
  expect(disabled("Undo")).toBe(true);
  game.value = fromGame(gameOf("e4", { can_undo: true, head: 1 }));
  expect(disabled("Undo")).toBe(false);
});
