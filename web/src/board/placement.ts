/** Pieces on squares: reading and writing the board of a FEN, and following pieces from one position to the next. */

import type { Square } from "../api/types";

/** The sprite id of the piece on each occupied square: `wn` is a white knight. */
export type Placement = ReadonlyMap<Square, string>;

/** Reads the board of a FEN. */
export function placementOf(fen: string): Map<Square, string> {
  const placed = new Map<Square, string>();
  (fen.split(" ")[0] ?? "").split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else {
        const color = letter === letter.toUpperCase() ? "w" : "b";
        placed.set(String.fromCharCode(97 + file) + (8 - index), color + letter.toLowerCase());
        file += 1;
      }
    }
  });
  return placed;
}

/** Writes the board of a FEN. */
export function boardOf(placed: Placement): string {
  const rows: string[] = [];
  for (let rank = 8; rank >= 1; rank -= 1) {
    let row = "";
    let empty = 0;
    for (const file of "abcdefgh") {
      const id = placed.get(file + rank);
      if (!id) {
        empty += 1;
        continue;
      }
      if (empty > 0) row += empty;
      empty = 0;
      const letter = id.charAt(1);
      row += id.startsWith("w") ? letter.toUpperCase() : letter;
    }
    rows.push(empty > 0 ? row + empty : row);
  }
  return rows.join("/");
}

/** A piece that keeps its key while it moves, so that the browser can animate it. */
export interface Tracked {
  key: number;
  id: string;
  square: Square;
}

function distance(a: Square, b: Square): number {
  return Math.hypot(a.charCodeAt(0) - b.charCodeAt(0), a.charCodeAt(1) - b.charCodeAt(1));
}

let lastKey = 0;

/** Gives each piece of a position the key of the same or the nearest equal piece of the position before. */
export function track(before: readonly Tracked[], placed: Placement): Tracked[] {
  const found: Tracked[] = [];
  const left = before.filter((piece) => {
    const stays = placed.get(piece.square) === piece.id;
    if (stays) found.push(piece);
    return !stays;
  });
  const kept = new Set(found.map(({ square }) => square));
  for (const [square, id] of placed) {
    if (kept.has(square)) continue;
    const [nearest] = left.filter((piece) => piece.id === id).sort((a, b) => distance(a.square, square) - distance(b.square, square));
    if (nearest) left.splice(left.indexOf(nearest), 1);
    found.push({ key: nearest?.key ?? ++lastKey, id, square });
  }
  // A stable order: the browser would interrupt the animation of an element that is moved in the document.
  return found.sort((a, b) => a.key - b.key);
}
