/** Keeps the open game equal to the server's: applies changes, sends the user's. */

import { batch } from "@preact/signals";
import { Live } from "../api/live";
import type { Change, Game, LiveMessage, Thinking } from "../api/types";
import { addressOf, defaultFlipped, placeOf } from "../address";
import { applyChange, fromGame, nearest, ROOT, withThinking } from "../game/tree";
import { analysis, connection, current, flipped, game, lastDeletion, lit, position, promoting, refusal, review, thought, why } from "../store";
import { attempt, tell } from "./messages";
import { begin } from "./pending";
import { enqueue } from "./queue";

let live: Live | null = null;
let session: string | number | null = null;

/** What the page does when the server was started again, and when the open game was closed. */
interface Hooks {
  restarted(): void;
  closed(): void;
}

let hooks: Hooks = { restarted: () => undefined, closed: () => undefined };

/** Opens the connection. */
export function startSync(wanted: Hooks): void {
  hooks = wanted;
  const made = new Live(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`, {
    message: receive,
    connection: (state) => (connection.value = state),
    version: (id) => (game.value?.header.id === id ? game.value.header.version : undefined),
  });
  live = made;
  made.connect();
  window.addEventListener("online", () => made.wake());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) made.wake();
  });
}

// --- messages of the server -------------------------------------------------------------------------------------

/** Changes since the last frame. Two fast computers produce more than can be rendered one by one. */
let arrived: Change[] = [];
let endArrived = (): void => undefined;

function takeArrived(): void {
  const changes = arrived;
  arrived = [];
  if (changes.length > 0) batch(() => changes.forEach(take));
  endArrived();
}

function takeSoon(change: Change): void {
  arrived.push(change);
  if (arrived.length > 1) return;
  endArrived = begin();
  // About one frame. A timer, because animation frames stop in a hidden page.
  setTimeout(takeArrived, 16);
}

function receive(message: LiveMessage): void {
  if (message.type === "change") return takeSoon(message);
  takeArrived();
  switch (message.type) {
    case "hello":
      if (session !== null && session !== message.session) {
        hooks.restarted();
        showThinking(null, []);
      }
      session = message.session;
      break;
    case "game":
      if (message.game.id === game.value?.header.id) replace(message.game);
      break;
    case "deleted":
      if (message.game === game.value?.header.id) {
        close();
        if (!deleting.has(message.game)) tell("This game was deleted.");
      }
      break;
    case "games":
      listeners.forEach((listener) => listener());
      break;
    case "thinking":
      if (message.game === game.value?.header.id) showThinking(message.color, message.lines);
      break;
    case "analysis":
      if (message.fen === position.value?.fen) analysis.value = message;
      break;
    case "error":
      tell(message.message, "error");
      break;
    case "current":
    case "pong":
      break;
  }
}

function showThinking(color: Thinking["color"], lines: Thinking["lines"]): void {
  const [best] = lines;
  if (best) thought.value = best.score;
  if (game.value) game.value = withThinking(game.value, color);
}

/** Games that this page deletes. */
export const deleting = new Set<number>();

const listeners = new Set<() => void>();

/** Subscribes to changes of the list of games or imports. Returns the function that unsubscribes. */
export function onLists(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function analyse(player: string | null): void {
  const at = position.value;
  if (analysis.value && analysis.value.fen !== at?.fen) analysis.value = null;
  if (player && at && Object.keys(at.moves).length > 0) live?.analyse(at.fen, player, 3);
  else {
    analysis.value = null;
    live?.stop();
  }
}

// --- the open game ----------------------------------------------------------------------------------------------

/** Shows a game at its head; if the URL names it, at the node and from the side of the URL. */
export function show(loaded: Game): void {
  const place = placeOf(location);
  const named = place.kind === "game" && place.id === loaded.id ? place : null;
  batch(() => {
    game.value = fromGame(loaded);
    const node = named?.node ?? loaded.head;
    current.value = game.value.nodes.has(node) ? node : loaded.head;
    flipped.value = named?.side ? named.side === "black" : defaultFlipped(loaded);
    thought.value = review.value = why.value = lit.value = promoting.value = refusal.value = null;
  });
  // Replace the URL if it named no game; push another game, so that the browser's Back button returns.
  const path = addressOf(loaded, current.value, flipped.value);
  if (place.kind !== "game") history.replaceState(null, "", path);
  else if (!named) history.pushState(null, "", path);
  document.title = `${loaded.name} · Pinsight`;
  live?.follow(loaded.id);
}

/** Replaces the state of the open game by a newer one. */
function replace(loaded: Game): void {
  const before = game.value;
  if (!before) return show(loaded);
  if (loaded.version < before.header.version) return;
  const after = fromGame(loaded);
  batch(() => {
    const follow = current.value === before.header.head;
    game.value = after;
    current.value = follow ? loaded.head : nearest(before, after, current.value);
  });
}

/** Closes the open game. */
export function close(): void {
  batch(() => {
    game.value = null;
    current.value = ROOT;
    review.value = why.value = thought.value = lit.value = promoting.value = null;
  });
  live?.follow(null);
  history.replaceState(null, "", "/");
  document.title = "Pinsight";
  hooks.closed();
}

/** Applies a change of this page or another one. Returns whether the page did not have it yet. */
export function take(change: Change): boolean {
  const before = game.value;
  if (!before || change.game !== before.header.id) return false;
  const after = applyChange(before, change);
  if (after === "old") return false;
  if (after === "gap") {
    live?.reload(change.game);
    return false;
  }
  batch(() => {
    // The view follows the game only while it shows the head.
    const follow = current.value === before.header.head;
    game.value = after;
    current.value = follow ? after.header.head : nearest(before, after, current.value);
  });
  const { problem } = after.header.play;
  if (problem && problem !== before.header.play.problem) tell(problem, "error");
  document.title = `${after.header.name} · Pinsight`;
  return true;
}

// --- changes of the user ----------------------------------------------------------------------------------------

/** Applies the response to a change that was made at `node`, and shows its result if the view is still there. */
export function settle(answer: Change, node: number, atHead: boolean, follow: boolean): void {
  batch(() => {
    takeArrived();
    const isNew = take(answer);
    const state = game.value;
    if (!follow || state?.header.id !== answer.game || current.value !== node || !state.nodes.has(answer.node)) return;
    // If the change arrived before its response, the view has followed it already, and the user went back.
    if (atHead && !isNew) return;
    // A change that moved the head continues the game, which may have gone on since.
    current.value = answer.header.head === answer.node ? state.header.head : answer.node;
  });
}

/**
 * Requests a change of the open game, made at the displayed node. With `follow`, shows the resulting node. Returns whether
 * the server made the change.
 */
export async function change(request: (id: number, version: number) => Promise<Change>, follow = true): Promise<boolean> {
  const state = game.value;
  if (!state) return false;
  const { id } = state.header;
  const node = current.value;
  const atHead = node === state.header.head;
  lastDeletion.value = null;
  const send = (): Promise<Change> => request(id, game.value?.header.id === id ? game.value.header.version : state.header.version);
  const answer = await attempt(() => enqueue({ game: id, node, send }));
  if (answer) settle(answer, node, atHead, follow);
  return answer !== undefined;
}
