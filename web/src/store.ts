/** The state of the page, as signals. The modules in state/ change it. */

import { computed, signal } from "@preact/signals";
import type { About, Analysis, BoardPosition, LineReview, Score, Square, Why, WordedPin } from "./api/types";
import type { Connection } from "./api/live";
import { type GameState, ROOT } from "./game/tree";
import { unreachable } from "./api/reach";
import { unconfirmed } from "./state/queue";
import { remembered } from "./remembered";
import { premoves } from "./settings";

export type Dialog =
  | { kind: "new"; fen?: string }
  | { kind: "editor" }
  | { kind: "players" }
  | { kind: "import"; text: string }
  | { kind: "choose"; id: number; name: string; total: number; faulty: number }
  | { kind: "games" }
  | { kind: "search" }
  | { kind: "share" }
  | { kind: "annotate"; node: number }
  /** A move in the past of a game against a computer, or at the end of a finished game. */
  | { kind: "past"; node: number; move: string }
  | { kind: "rename" }
  | { kind: "end" }
  | { kind: "settings" }
  /** Asks before an action; `back` is the dialog to return to. */
  | { kind: "confirm"; title: string; yes: string; run: () => void; back: Dialog | null }
  | { kind: "help" };

export interface Toast {
  id: number;
  tone: "error" | "info";
  text: string;
  /** Undoes what the message reports. */
  undo?: () => void;
  /** The game that `undo` changes, if it is a change of the open game: the message goes with it. */
  game?: number;
  /** Called when the user closes the message; one with it stays until then. */
  closed?: () => void;
}

export const about = signal<About | null>(null);
export const connection = signal<Connection>("connecting");
export const game = signal<GameState | null>(null);
/** The example, shown before a game exists. */
export const draft = signal<BoardPosition | null>(null);
/** The displayed node. */
export const current = signal(ROOT);
/** Incremented when the user chooses another node or game: the response to an earlier change then leaves the view alone. */
export const visits = signal(0);
export const review = signal<LineReview | null>(null);
export const analysis = signal<Analysis | null>(null);
/** The last score reported by a playing computer. */
export const thought = signal<Score | null>(null);
export const dialog = signal<Dialog | null>(null);
export const toasts = signal<Toast[]>([]);
/** Restores what was deleted last; null after another change. */
export const lastDeletion = signal<(() => void) | null>(null);
/** The time of the page in milliseconds, updated while a clock runs. */
export const ticks = signal(0);
/** The time on a clock below which it is marked. */
export const LOW_TIME = 20_000;
/** The text announced to screen readers. */
export const spoken = signal("");
export const busy = signal<string | null>(null);

export const flipped = signal(false);
export const theme = remembered<"auto" | "light" | "dark">("theme", "auto");
export const showPins = remembered("pins", true);
/** Whether pins that cost nothing now are shown too. */
export const allPins = remembered("all-pins", false);
export const showWhy = remembered("why-open", false);
export const analyser = remembered<string | null>("analyser", null);

/** The pin whose sentence is hovered or focused. */
export const lit = signal<Pick<WordedPin, "kind" | "attacker" | "pinned" | "shielded"> | null>(null);
/** The explanation of a move, and its node. */
export const why = signal<{ node: number; why: Why } | { node: number; refused: string } | null>(null);
/** Why a move was refused, and the squares that its reason names. It holds for the displayed position. */
export const refusal = signal<{ text: string; squares: Square[] } | null>(null);
/** A pawn on the last rank that waits for the choice of promotion. */
export const promoting = signal<{ from: Square; to: Square } | null>(null);
/** A move that is played as soon as the computer has moved, if it is legal then. */
export const premove = signal<{ from: Square; to: Square } | null>(null);
/** Incremented to redraw the position after the server rejected a move on the board. */
export const boardReset = signal(0);

export const node = computed(() => game.value?.nodes.get(current.value) ?? null);
export const position = computed<BoardPosition | null>(() => (game.value ? (node.value?.position ?? null) : draft.value));
export const readOnly = computed(() => about.value?.read_only ?? false);
export const atHead = computed(() => !game.value || game.value.header.head === current.value);

/** The reason for which a draw can be claimed; null unless the head is displayed, where the game can be ended. */
export const claim = computed(() => (atHead.value && game.value?.header.result === "*" ? (position.value?.claim ?? null) : null));

/** Whether a computer is to move at the displayed node; moves on the board are then disabled. */
export const computersTurn = computed(() => {
  const state = game.value;
  const at = position.value;
  if (!state || !at || !atHead.value) return false;
  const { play } = state.header;
  return play.running && play[at.turn].player !== "human";
});

/** Whether a human plays against a computer now; the coach then keeps silent. */
export const isPlaying = computed(() => {
  const header = game.value?.header;
  if (!header?.play.running || header.result !== "*") return false;
  return (header.play.white.player === "human") !== (header.play.black.player === "human");
});

/** Whether two computers play and at least one reports scores; the eval bar then shows these. */
export const watched = computed(() => {
  const play = game.value?.header.play;
  const seats = play ? [play.white, play.black] : [];
  const tells = (id: string): boolean => about.value?.players.some((player) => player.id === id && player.analysis) ?? false;
  return seats.every(({ player }) => player !== "human") && seats.some(({ player }) => tells(player));
});

/** Why the server cannot be reached or does not answer; null if it answers. */
export const trouble = computed<"lost" | "silent" | null>(() => {
  if (connection.value === "lost" || unreachable.value) return "lost";
  return connection.value === "silent" ? "silent" : null;
});

/** The side whose pieces can be moved on the board. Only one move waits for the server at a time. */
export const movable = computed(() => {
  const at = position.value;
  if (!at || !game.value || readOnly.value || computersTurn.value || promoting.value) return null;
  if (unconfirmed.value > 0 || trouble.value) return null;
  return Object.keys(at.moves).length > 0 ? at.turn : null;
});

/** The side whose pieces can be moved in advance, while the computer thinks. */
export const premovable = computed(() => {
  const state = game.value;
  const at = position.value;
  if (!state || !at || !computersTurn.value || readOnly.value || trouble.value || at.outcome) return null;
  const other = at.turn === "white" ? "black" : "white";
  return premoves.value && state.header.play[other].player === "human" ? other : null;
});
