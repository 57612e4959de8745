import type { Candidate, Square } from "../api/types";

/** Pieces that might be meant and of which the same is said. */
export interface Alike extends Pick<Candidate, "fits" | "verdict"> {
  squares: Square[];
}

/** The candidates with the same verdict together: seven pawns that cannot reach a square are one line. */
export function alike(candidates: readonly Candidate[]): Alike[] {
  const groups = new Map<string, Alike>();
  for (const { square, fits, verdict } of candidates) {
    const key = `${fits} ${verdict}`;
    const group = groups.get(key);
    if (group) group.squares.push(square);
    else groups.set(key, { squares: [square], fits, verdict });
  }
  return [...groups.values()];
}
