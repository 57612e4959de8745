/** A search over the kept games, joined from the parts that the server answers. */

import type { KeptMatch, KeptSearch } from "../api/types";

/** The number of matches that are listed. */
const SHOWN = 200;

export interface Search {
  matches: KeptMatch[];
  /** The number of games with a match. */
  games: number;
  searched: number;
  kept: number;
  omitted: number;
  /** Whether games are left to search. */
  unfinished: boolean;
}

/** Adds the next part to what was found before. */
export function joined(before: Search | null, part: KeptSearch): Search {
  return {
    matches: [...(before?.matches ?? []), ...part.matches].slice(0, SHOWN),
    games: (before?.games ?? 0) + part.games,
    searched: (before?.searched ?? 0) + part.searched,
    kept: part.kept,
    omitted: part.omitted,
    unfinished: part.next !== null,
  };
}
