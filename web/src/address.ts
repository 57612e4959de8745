/** What the address of the page names. */
export type Place = { kind: "game" | "import"; id: number } | { kind: "none" };

/** `/games/7`, `/imports/3`; everything else names nothing. */
export function placeOf(path: string): Place {
  const match = /^\/(game|import)s\/(\d{1,15})\/?$/.exec(path);
  return match ? { kind: match[1] as "game" | "import", id: Number(match[2]) } : { kind: "none" };
}
