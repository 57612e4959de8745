import type { Square, WhyCandidate } from "../api/types";

/** Candidate pieces with the same verdict. */
export interface Alike extends Pick<WhyCandidate, "fits" | "verdict"> {
  squares: Square[];
}

/** Groups candidates by verdict: seven pawns that cannot reach a square are one line. */
export function alike(candidates: readonly WhyCandidate[]): Alike[] {
  const groups = new Map<string, Alike>();
  for (const { square, fits, verdict } of candidates) {
    const key = `${fits} ${verdict}`;
    const group = groups.get(key);
    if (group) group.squares.push(square);
    else groups.set(key, { squares: [square], fits, verdict });
  }
  return [...groups.values()];
}
