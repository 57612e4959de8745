/** "Learn from your mistakes": replays the position before each mistake of one side; the player finds the move. */

import { signal } from "@preact/signals";
import { api } from "../api/client";
import type { CoachAttempt, CoachMove, Color } from "../api/types";
import { attempt as request } from "../state/messages";
import { goTo } from "../state/view";
import { boardReset, current, flipped, game } from "../store";
import { preview, review } from "../review/store";
import { mistakesOf } from "../review/threats";

export interface Training {
  side: Color;
  /** The orientation of the board before. */
  wasFlipped: boolean;
  mistakes: CoachMove[];
  index: number;
  /** How far the player is with this mistake. */
  phase: "asking" | "checking" | "found" | "solution";
  hint: boolean;
  /** The last tried move, as the coach judges it. */
  tried: CoachAttempt | null;
  /** The number of mistakes for which the player found the move without the solution. */
  found: number;
}

export const training = signal<Training | null>(null);

export function mistakeOf(state: Training): CoachMove | null {
  return state.mistakes[state.index] ?? null;
}

/** The node before the current mistake. */
export function questionNode(state: Training): number | null {
  const mistake = mistakeOf(state);
  return (mistake && game.value?.nodes.get(mistake.node)?.parent) ?? null;
}

function show(state: Training): void {
  preview.value = null;
  training.value = state;
  const node = questionNode(state);
  if (node !== null) goTo(node);
  // On a phone, the board of the question comes into view. Unit tests have no document.
  if (typeof document !== "undefined") document.documentElement.scrollTop = 0;
}

export function startTraining(side: Color): void {
  if (!review.value) return;
  const known = game.value?.nodes;
  // A mistake that was deleted from the game cannot be replayed.
  const mistakes = mistakesOf(review.value, side).filter(({ node }) => known?.has(node));
  if (mistakes.length === 0) return;
  const wasFlipped = flipped.value;
  flipped.value = side === "black";
  show({ side, wasFlipped, mistakes, index: 0, phase: "asking", hint: false, tried: null, found: 0 });
}

export function endTraining(): void {
  if (training.value) flipped.value = training.value.wasFlipped;
  leaveTraining();
}

/** Ends the training when another game is opened, whose orientation stays. */
export function leaveTraining(): void {
  training.value = preview.value = null;
}

export function nextMistake(): void {
  const state = training.value;
  if (state) show({ ...state, index: state.index + 1, phase: "asking", hint: false, tried: null });
}

export function showHint(): void {
  if (training.value) training.value = { ...training.value, hint: true };
}

export function showSolution(): void {
  const state = training.value;
  if (!state) return;
  show({ ...state, phase: "solution" });
  showMove(mistakeOf(state)?.better?.moves[0]);
}

/** Whether a move on the board is an attempt of the training. */
export function isQuestion(): boolean {
  const state = training.value;
  return state !== null && (state.phase === "asking" || state.phase === "checking") && questionNode(state) === current.value;
}

function showMove(move: { fen: string; uci: string } | undefined): void {
  if (move) preview.value = { fen: move.fen, from: move.uci.slice(0, 2), to: move.uci.slice(2, 4) };
}

/** Judges a move that the player tries: the best move of the review is right, others are judged by the coach. */
export async function tryMove(text: string): Promise<void> {
  const state = training.value;
  const node = state && questionNode(state);
  const id = game.value?.header.id;
  if (!state || node === null || id === undefined || state.phase === "checking") return;
  const best = mistakeOf(state)?.better?.moves[0];
  training.value = { ...state, phase: "checking" };
  const isBest = best !== undefined && (text === best.uci || text === best.san);
  const tried = isBest ? { san: best.san, fen: best.fen, good: true, judgement: null, text: "" } : await request(() => api.tryMove(id, node, text));
  if (training.value?.index !== state.index || training.value.phase !== "checking") return;
  boardReset.value += 1;
  training.value = {
    ...state,
    tried: tried ?? null,
    phase: tried?.good ? "found" : "asking",
    found: state.found + Number(tried?.good ?? false),
  };
  if (tried?.good) showMove({ fen: tried.fen, uci: isBest ? best.uci : text });
}
