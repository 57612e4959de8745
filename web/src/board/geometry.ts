/** Geometry of a board of 8 by 8 units and of the lines on it. */

import type { PinKind, Square } from "../api/types";

export interface Point {
  x: number;
  y: number;
}

/** The centre of a square, relative to the upper left corner of the board. */
export function centre(square: Square, flipped: boolean): Point {
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  return flipped ? { x: 7.5 - file, y: rank + 0.5 } : { x: file + 0.5, y: 7.5 - rank };
}

export function cornerOf(square: Square, flipped: boolean): Point {
  const { x, y } = centre(square, flipped);
  return { x: x - 0.5, y: y - 0.5 };
}

/** The square at a point; null outside of the board. */
export function squareAt({ x, y }: Point, flipped: boolean): Square | null {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  const [file, rank] = flipped ? [7 - column, row] : [column, 7 - row];
  return String.fromCharCode(97 + file) + String.fromCharCode(49 + rank);
}

/** The neighbour of a square, or the square itself at the edge. `dx` and `dy` are screen directions. */
export function neighbour(square: Square, dx: number, dy: number, flipped: boolean): Square {
  const turn = flipped ? -1 : 1;
  const within = (n: number): number => Math.max(0, Math.min(7, n));
  const file = within(square.charCodeAt(0) - 97 + dx * turn);
  const rank = within(square.charCodeAt(1) - 49 - dy * turn);
  return String.fromCharCode(97 + file) + String.fromCharCode(49 + rank);
}

/** Splits a text such as `f3h3` into squares. */
export function squaresOf(text: string): Square[] {
  return text.match(/../g) ?? [];
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) / length) * distance, y: from.y + ((to.y - from.y) / length) * distance };
}

const round = (n: number): number => Math.round(n * 1000) / 1000;

function polyline(points: Point[]): string {
  return points.map((p, i) => `${i === 0 ? "M" : "L"}${round(p.x)} ${round(p.y)}`).join("");
}

/** An arrowhead with its tip at `to`: two strokes, closed if filled. */
function head(from: Point, to: Point, size: number, full: boolean): string {
  const back = towards(to, from, size);
  const side = { x: -(back.y - to.y) * 0.62, y: (back.x - to.x) * 0.62 };
  const left = { x: back.x + side.x, y: back.y + side.y };
  const right = { x: back.x - side.x, y: back.y - side.y };
  return polyline([left, to, right]) + (full ? "Z" : "");
}

export interface PinPath {
  /** From the attacker to the ring, and from the ring to the shielded piece. */
  line: string;
  head: string;
  /** Absolute: filled head and solid line. Relative: open head and dashed line. */
  full: boolean;
  ring: Point & { radius: number };
}

const RING = 0.46;

/** The shape of a pin: from the attacker through a ring around the pinned piece to the shielded piece. */
export function pinPath(
  pin: { kind: PinKind; attacker: { square: Square }; pinned: { square: Square }; shielded: { square: Square } },
  flipped: boolean,
): PinPath {
  const attacker = centre(pin.attacker.square, flipped);
  const pinned = centre(pin.pinned.square, flipped);
  const shielded = centre(pin.shielded.square, flipped);
  const full = pin.kind === "absolute_pin";
  const tip = towards(shielded, pinned, 0.26);
  const neck = full ? towards(tip, pinned, 0.2) : tip;
  return {
    line: polyline([towards(attacker, pinned, 0.3), towards(pinned, attacker, RING)]) + polyline([towards(pinned, shielded, RING), neck]),
    head: head(pinned, tip, 0.3, full),
    full,
    ring: { ...pinned, radius: RING },
  };
}

/** The shape of a PGN arrow (`[%cal]`). */
export function arrowPath(from: Square, to: Square, flipped: boolean): { line: string; head: string } {
  const start = centre(from, flipped);
  const end = centre(to, flipped);
  const tip = towards(end, start, 0.12);
  return { line: polyline([towards(start, end, 0.25), towards(tip, start, 0.2)]), head: head(start, tip, 0.32, true) };
}
