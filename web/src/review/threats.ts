/** What the coach says of the displayed move, in the order of importance. */

import type { CoachFinding, CoachMove, CoachReview, Judgement } from "../api/types";

export const JUDGEMENTS: Record<Judgement, { name: string; glyph: string }> = {
  only_move: { name: "Only move", glyph: "□" },
  good: { name: "Good move", glyph: "!" },
  inaccuracy: { name: "Inaccuracy", glyph: "?!" },
  mistake: { name: "Mistake", glyph: "?" },
  blunder: { name: "Blunder", glyph: "??" },
};

const BAD: ReadonlySet<Judgement> = new Set(["inaccuracy", "mistake", "blunder"]);

export function isBad(judgement: Judgement | null): boolean {
  return judgement !== null && BAD.has(judgement);
}

/** The review of the move that leads to a node, if it was reviewed. */
export function reviewOf(review: CoachReview | null, node: number): CoachMove | null {
  return review?.moves.find((move) => move.node === node) ?? null;
}

/** The threat to show first: a mate before a gain. `Qxg7#`, or the first move with what it wins. */
export function threatOf(move: Pick<CoachMove, "findings"> | null): { finding: CoachFinding; text: string } | null {
  const threats = move?.findings.filter((finding) => finding.kind === "threatens") ?? [];
  const finding = threats.find(({ mate }) => mate !== null) ?? threats[0];
  const first = finding?.line.moves[0];
  return finding && first ? { finding, text: first.san } : null;
}

/** The moves of one side that a player can learn from, in the order of the game. */
export function mistakesOf(review: CoachReview, side: "white" | "black"): CoachMove[] {
  return review.moves.filter((move) => {
    const turn = move.better?.fen.split(" ")[1];
    return (move.judgement === "mistake" || move.judgement === "blunder") && move.better !== null && turn === side.charAt(0);
  });
}
