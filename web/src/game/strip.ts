/** The strip, a timeline of pins: one row per pin, one column per ply. */

import type { LineReview, LineStory, PinKind, Placed, Role } from "../api/types";
import { shownPins } from "./relevance";

export interface StripRow {
  story: LineStory;
  /** First and last column, inclusive; column 0 is the start position. */
  from: number;
  to: number;
  label: string;
  kind: PinKind;
}

const LETTERS: Record<Role, string> = { pawn: "", knight: "N", bishop: "B", rook: "R", queen: "Q", king: "K" };

function short(piece: Placed): string {
  return LETTERS[piece.role] + piece.square;
}

/** `Bg4 – Nf3 – Qd1` */
export function storyLabel(story: Pick<LineStory, "attacker" | "pinned" | "shielded">): string {
  return [story.attacker, story.pinned, story.shielded].map(short).join(" – ");
}

/** Sorts rows by the start of the pin, longer pins first. `all` includes pins that cost nothing. */
export function stripRows(review: LineReview, all: boolean): StripRow[] {
  return shownPins(review.stories, all)
    .map((story) => ({ story, from: story.from, to: story.to, label: storyLabel(story), kind: story.kind }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The column width: all columns fit into the available width, but none is too narrow to click. */
export function columnWidth(columns: number, room: number, least = 5, most = 22): number {
  if (columns <= 0) return most;
  return Math.max(least, Math.min(most, room / columns));
}

/** The column at an x coordinate of the strip. */
export function columnAt(x: number, width: number, columns: number): number {
  return Math.max(0, Math.min(columns - 1, Math.floor(x / width)));
}

/** Whether a move has a number label. The first move has one unless the next label is too close. */
export function hasTick(number: number, step: number): boolean {
  return number % step === 0 || (number === 1 && step > 2);
}

/** The interval of number labels, in moves. */
export function tickStep(width: number): number {
  for (const step of [1, 2, 5, 10, 20, 50]) {
    if (step * 2 * width >= 26) return step;
  }
  return 100;
}
