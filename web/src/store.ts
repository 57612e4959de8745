/** What the page knows, as signals. The actions that change it stand in actions.ts. */

import { computed, signal } from "@preact/signals";
import type { About, Analysis, Pin, Position, Review, Score, Square, Why } from "./api/types";
import type { Connection } from "./api/live";
import { type GameState, ROOT } from "./game/tree";
import { remembered } from "./remembered";

export type Dialog =
  | { kind: "new" }
  | { kind: "players" }
  | { kind: "import"; text: string }
  | { kind: "choose"; id: number; name: string; total: number; faulty: number }
  | { kind: "games" }
  | { kind: "share" }
  | { kind: "annotate" }
  | { kind: "rename" }
  | { kind: "end" }
  | { kind: "help" };

export interface Toast {
  id: number;
  tone: "error" | "info";
  text: string;
}

export const about = signal<About | null>(null);
export const connection = signal<Connection>("connecting");
export const game = signal<GameState | null>(null);
/** The position before there is a game: what the first move is played on. */
export const draft = signal<Position | null>(null);
/** The node that is shown. */
export const current = signal(ROOT);
export const review = signal<Review | null>(null);
export const analysis = signal<Analysis | null>(null);
/** The last score that a computer at the board has told. */
export const thought = signal<Score | null>(null);
export const dialog = signal<Dialog | null>(null);
export const toasts = signal<Toast[]>([]);
/** What is said to screen readers. */
export const spoken = signal("");
/** How many changes were asked for and are not answered yet: until then the page may stand on a move that is gone. */
export const changing = signal(0);
export const busy = signal<string | null>(null);

export const flipped = signal(false);
export const theme = remembered<"auto" | "light" | "dark">("theme", "auto");
export const showPins = remembered("pins", true);
export const showWhy = remembered("why", true);
export const analyser = remembered<string | null>("analyser", null);

/** The pin whose sentence is under the pointer or has the focus. */
export const lit = signal<Pick<Pin, "kind" | "attacker" | "pinned" | "shielded"> | null>(null);
/** How a move was read, and of which node. */
export const why = signal<{ node: number; why: Why } | { node: number; refused: string } | null>(null);
/** A pawn that has arrived and waits for its new piece. */
export const promoting = signal<{ from: Square; to: Square } | null>(null);
/** Goes up when the board has to show the position again, because a move by hand was refused. */
export const boardReset = signal(0);

export const node = computed(() => game.value?.nodes.get(current.value) ?? null);
export const position = computed<Position | null>(() => (game.value ? node.value?.position ?? null : draft.value));
export const readOnly = computed(() => about.value?.read_only ?? false);
export const atHead = computed(() => !game.value || game.value.header.head === current.value);

/** What a draw may be claimed by where the game stands; only there can it be ended. */
export const claim = computed(() => (atHead.value && game.value?.header.result === "*" ? position.value?.claim ?? null : null));

/** Whether the computer moves next where the page stands: then nobody else may. */
export const computersTurn = computed(() => {
  const state = game.value;
  const at = position.value;
  if (!state || !at || !atHead.value) return false;
  const { play } = state.header;
  return play.running && play[at.turn].player !== "human";
});

/** Whether two computers play of which one tells how it stands: then the bar belongs to the game. */
export const watched = computed(() => {
  const play = game.value?.header.play;
  const seats = play ? [play.white, play.black] : [];
  const tells = (id: string): boolean => about.value?.players.some((player) => player.id === id && player.analysis) ?? false;
  return seats.every(({ player }) => player !== "human") && seats.some(({ player }) => tells(player));
});

/** The side whose pieces may be moved by hand. */
export const movable = computed(() => {
  const at = position.value;
  if (!at || readOnly.value || computersTurn.value || promoting.value) return null;
  return Object.keys(at.moves).length > 0 ? at.turn : null;
});
