/** The page's URL: `/games/7?node=12&side=black`, `/imports/3`. */

import type { GameHeader } from "./api/types";

export type Place =
  | { kind: "game"; id: number; node: number | null; side: "white" | "black" | null }
  | { kind: "import"; id: number }
  | { kind: "start" }
  | { kind: "unknown" };

/** Parses the path and the query of a URL. */
export function placeOf({ pathname, search }: Pick<URL, "pathname" | "search">): Place {
  if (pathname === "/") return { kind: "start" };
  const match = /^\/(game|import)s\/(\d{1,15})\/?$/.exec(pathname);
  if (!match) return { kind: "unknown" };
  const id = Number(match[2]);
  if (match[1] === "import") return { kind: "import", id };
  const query = new URLSearchParams(search);
  const node = /^\d{1,9}$/.exec(query.get("node") ?? "");
  const side = query.get("side");
  return { kind: "game", id, node: node ? Number(node[0]) : null, side: side === "white" || side === "black" ? side : null };
}

/** Whether a URL with this host opens on this machine only. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether Black is at the bottom unless the user flips the board. */
export function defaultFlipped({ play }: Pick<GameHeader, "play">): boolean {
  return play.white.player !== "human" && play.black.player === "human";
}

/** The URL of a game at a node. Without `node` it follows the head. */
export function addressOf(header: Pick<GameHeader, "id" | "head" | "play">, node: number, flipped: boolean): string {
  const query = new URLSearchParams();
  if (node !== header.head) query.set("node", String(node));
  if (flipped !== defaultFlipped(header)) query.set("side", flipped ? "black" : "white");
  const text = query.toString();
  return `/games/${header.id}${text ? `?${text}` : ""}`;
}
