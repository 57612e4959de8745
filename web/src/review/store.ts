/** The state of the coach: the stored review of the game, its progress, and what the coach says of the displayed node. */

import { computed, signal } from "@preact/signals";
import type { CoachMove, CoachNode, CoachReview, Judgement, ReviewStatus, Square, WordedPin } from "../api/types";
import { withProof } from "../game/relevance";
import { analysis, current, game, position } from "../store";
import { reviewOf } from "./threats";

export const review = signal<CoachReview | null>(null);
export const reviewStatus = signal<ReviewStatus | null>(null);
/** The coach's answer about a node of the open game; of the displayed node once it has arrived. */
export const answered = signal<{ fen: string; node: CoachNode } | null>(null);
/** A position of a line, shown on the board while a move of the line is hovered or focused. */
export const preview = signal<{ fen: string; from: Square; to: Square } | null>(null);

/** What the coach says of the displayed node, if it is known. */
export const coachNode = computed<CoachNode | null>(() => {
  const known = answered.value;
  return known && known.node.node === current.value && known.fen === position.value?.fen ? known.node : null;
});

/** The displayed move: as the review of the game judges it, or as the coach judges it alone. */
export const coachMove = computed<CoachMove | null>(() => {
  return (game.value && reviewOf(review.value, current.value)) ?? coachNode.value?.reviewed ?? null;
});

/** The pins of the displayed position, with the relevance that search has decided, and those that the move released. */
export const pinsHere = computed<{ pins: WordedPin[]; released: WordedPin[] }>(() => {
  const at = position.value;
  return { pins: withProof(at?.pins ?? [], coachNode.value?.pins ?? null), released: at?.released ?? [] };
});

/** The best move of the analysis of the displayed position in UCI notation. */
export const bestMove = computed<string | null>(() => {
  const found = analysis.value;
  return (found?.fen === position.value?.fen && found?.lines[0]?.uci[0]) || null;
});

/** The judgements of the reviewed moves by node. */
export const judgements = computed<ReadonlyMap<number, Judgement>>(
  () => new Map(review.value?.moves.flatMap(({ node, judgement }) => (judgement ? [[node, judgement] as const] : [])) ?? []),
);
