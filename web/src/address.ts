/** The page's URL. */
export type Place = { kind: "game" | "import"; id: number } | { kind: "none" };

/** Parses `/games/7` and `/imports/3`; other paths name nothing. */
export function placeOf(path: string): Place {
  const match = /^\/(game|import)s\/(\d{1,15})\/?$/.exec(path);
  return match ? { kind: match[1] as "game" | "import", id: Number(match[2]) } : { kind: "none" };
}
