/** The strip: one row for each pin of a line, one column for each ply. */

import type { PinKind, Review, Role, Standing, Story } from "../api/types";

export interface StripRow {
  story: Story;
  /** Columns that it covers, both included; column 0 is the start. */
  from: number;
  to: number;
  label: string;
  kind: PinKind;
}

const LETTERS: Record<Role, string> = { pawn: "", knight: "N", bishop: "B", rook: "R", queen: "Q", king: "K" };

function short(piece: Standing): string {
  return LETTERS[piece.role] + piece.square;
}

/** `Bg4 – Nf3 – Qd1` */
export function storyLabel(story: Pick<Story, "attacker" | "pinned" | "shielded">): string {
  return [story.attacker, story.pinned, story.shielded].map(short).join(" – ");
}

/** Rows in the order in which the pins arose; those that last longer first. */
export function stripRows(review: Review): StripRow[] {
  return review.stories
    .map((story) => ({ story, from: story.from, to: story.to, label: storyLabel(story), kind: story.kind }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
}

/** How wide a column is: all of them in the room there is, but never too narrow to hit. */
export function columnWidth(columns: number, room: number, least = 5, most = 22): number {
  if (columns <= 0) return most;
  return Math.max(least, Math.min(most, room / columns));
}

/** The column under a point of the strip. */
export function columnAt(x: number, width: number, columns: number): number {
  return Math.max(0, Math.min(columns - 1, Math.floor(x / width)));
}

/** Whether a move has its number there; the first one, unless it would stand close to the next. */
export function hasTick(number: number, step: number): boolean {
  return number % step === 0 || (number === 1 && step > 2);
}

/** Every how many moves a number fits under the strip. */
export function tickStep(width: number): number {
  for (const step of [1, 2, 5, 10, 20, 50]) {
    if (step * 2 * width >= 26) return step;
  }
  return 100;
}
