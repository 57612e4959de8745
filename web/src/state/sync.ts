/** Keeps the open game equal to the server's: applies changes, sends the user's. */

import { batch } from "@preact/signals";
import { api } from "../api/client";
import { Live } from "../api/live";
import { API } from "../api/reach";
import type { Change, Game, LiveMessage, Thinking } from "../api/types";
import { addressOf, defaultFlipped, placeOf } from "../address";
import { applyChange, fromGame, nearest, ROOT, withThinking } from "../game/tree";
import { receiveStatus, reloadStatus } from "../review/actions";
import { analysis, connection, current, flipped, game, lastDeletion, lit, position, premove, promoting, refusal, review, thought, visits, why } from "../store";
import { attempt, dismissOthers, tell } from "./messages";
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
  const made = new Live(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${API}/live`, {
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
  if (changes.length > 0) batch(() => changes.forEach(takeOrReload));
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
  if (message.type === "change") {
    takeSoon(message);
    return;
  }
  takeArrived();
  switch (message.type) {
    case "hello":
      if (session !== null && session !== message.session) {
        hooks.restarted();
        showThinking(null, []);
      }
      session = message.session;
      void reloadStatus();
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
      for (const listener of listeners) listener();
      break;
    case "thinking":
      if (message.game === game.value?.header.id) showThinking(message.color, message.lines);
      break;
    case "analysis":
      if (message.fen === position.value?.fen) analysis.value = message;
      break;
    case "review":
      receiveStatus(message);
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

/** Shows a game that the user has chosen. */
export function show(loaded: Game): void {
  visits.value += 1;
  present(loaded);
  // On a phone, the board of another game comes into view.
  document.documentElement.scrollTop = 0;
}

/** Shows a game at its head; if the URL names it, at the node and from the side of the URL. */
export function present(loaded: Game): void {
  const place = placeOf(location);
  const named = place.kind === "game" && place.id === loaded.id ? place : null;
  batch(() => {
    game.value = fromGame(loaded);
    const node = named?.node ?? loaded.head;
    current.value = game.value.nodes.has(node) ? node : loaded.head;
    flipped.value = named?.side ? named.side === "black" : defaultFlipped(loaded);
    thought.value = review.value = why.value = lit.value = promoting.value = refusal.value = premove.value = null;
  });
  dismissOthers(loaded.id);
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
  if (!before) {
    present(loaded);
    return;
  }
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
    visits.value += 1;
    game.value = null;
    current.value = ROOT;
    review.value = why.value = thought.value = lit.value = promoting.value = premove.value = null;
  });
  dismissOthers(null);
  live?.follow(null);
  history.replaceState(null, "", "/");
  document.title = "Pinsight";
  hooks.closed();
}

function takeOrReload(change: Change): void {
  if (!take(change)) live?.reload(change.game);
}

/** Applies a change of this page or another one, unless the page has it already. Returns false if changes before it are missing. */
function take(change: Change): boolean {
  const before = game.value;
  if (!before || change.game !== before.header.id) return true;
  const after = applyChange(before, change);
  if (after === "gap") return false;
  if (after === "old") return true;
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

/**
 * Applies the response to a change; loads the game if the page has missed changes before it. Shows its result, unless the
 * user has chosen another node or game since `visit`; the view stays at the head if it was there, at `head`. An entry of the
 * queue settles before it ends: the next one is made for the state after it.
 */
export async function settle(answer: Change, visit: number | null, head: number | null = null): Promise<void> {
  let isComplete = true;
  batch(() => {
    takeArrived();
    isComplete = take(answer);
    if (isComplete) showResult(answer, visit, head);
  });
  if (isComplete) return;
  const loaded = await attempt(() => api.game(answer.game));
  if (!loaded || game.value?.header.id !== loaded.id) return;
  batch(() => {
    replace(loaded);
    showResult(answer, visit, head);
  });
}

function showResult(answer: Change, visit: number | null, head: number | null): void {
  const state = game.value;
  if (visit !== visits.value || state?.header.id !== answer.game || !state.nodes.has(answer.node)) return;
  // The game may have gone on since.
  current.value = answer.node === answer.header.head || answer.node === head ? state.header.head : answer.node;
}

/**
 * Requests a change of the open game, made at the displayed node. With `follow`, shows the resulting node. Returns whether
 * the server made the change.
 */
export async function change(request: (id: number, version: number) => Promise<Change>, follow = true): Promise<boolean> {
  const state = game.value;
  if (!state) return false;
  const { id } = state.header;
  const visit = follow ? visits.value : null;
  const head = current.value === state.header.head ? current.value : null;
  lastDeletion.value = null;
  const send = async (): Promise<Change> => {
    const answer = await request(id, game.value?.header.id === id ? game.value.header.version : state.header.version);
    await settle(answer, visit, head);
    return answer;
  };
  const answer = await attempt(() => enqueue({ game: id, node: current.value, send }));
  return answer !== undefined;
}
