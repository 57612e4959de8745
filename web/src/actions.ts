/** Actions of the user and messages of the server that change the state. */

import { batch } from "@preact/signals";
import { api, Refusal } from "./api/client";
import { Live } from "./api/live";
import type { Change, Game, GameResult, LiveMessage, NewGame, PlayPatch, Square, Thinking } from "./api/types";
import { placeOf } from "./address";
import { looksLikeFen } from "./format";
import {
  applyChange, endOf, fromGame, moveTitle, nearest, nextOf, parentOf, ROOT, siblingOf, withNode, withThinking,
} from "./game/tree";
import {
  about, analysis, boardReset, busy, changing, connection, current, dialog, draft, flipped, game, lit, position, promoting,
  review, spoken, thought, toasts, why,
} from "./store";

// --- messages ---------------------------------------------------------------------------------------------------

let lastToast = 0;

export function tell(text: string, tone: "error" | "info" = "info"): void {
  const id = ++lastToast;
  toasts.value = [...toasts.value.filter((toast) => toast.text !== text), { id, tone, text }].slice(-4);
  setTimeout(() => dismiss(id), tone === "error" ? 12_000 : 5_000);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs a request. Shows the server's error message on failure, unless the response is obsolete. */
export async function attempt<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (!signal?.aborted) tell(wordsOf(error), "error");
    return undefined;
  }
}

// --- live -------------------------------------------------------------------------------------------------------

let session: string | number | null = null;

const live = new Live(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`, {
  message: receive,
  connection: (state) => {
    connection.value = state;
  },
  version: (id) => (game.value?.header.id === id ? game.value.header.version : undefined),
});

/** Changes since the last frame. Two fast computers produce more than can be rendered one by one. */
let arrived: Change[] = [];

function takeArrived(): void {
  const changes = arrived;
  arrived = [];
  if (changes.length > 0) batch(() => changes.forEach(take));
}

function takeSoon(change: Change): void {
  arrived.push(change);
  // About one frame. A timer, because animation frames stop in a hidden page.
  if (arrived.length === 1) setTimeout(takeArrived, 16);
}

function receive(message: LiveMessage): void {
  if (message.type === "change") return takeSoon(message);
  takeArrived();
  switch (message.type) {
    case "hello":
      if (session !== null && session !== message.session) {
        void loadAbout();
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
        tell("This game was deleted.");
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
      break;
  }
}

function showThinking(color: Thinking["color"], lines: Thinking["lines"]): void {
  const [best] = lines;
  if (best) thought.value = best.score;
  if (game.value) game.value = withThinking(game.value, color);
}

const listeners = new Set<() => void>();

/** Subscribes to changes of the list of games or imports. Returns the function that unsubscribes. */
export function onLists(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function analyse(player: string | null): void {
  const at = position.value;
  if (analysis.value && analysis.value.fen !== at?.fen) analysis.value = null;
  if (player && at && Object.keys(at.moves).length > 0) live.analyse(at.fen, player, 3);
  else {
    analysis.value = null;
    live.stop();
  }
}

// --- games ------------------------------------------------------------------------------------------------------

async function loadAbout(): Promise<void> {
  const answer = await attempt(() => api.about());
  if (!answer) return;
  about.value = answer;
  for (const notice of answer.notices) tell(notice, "error");
}

/** Shows the game or import in the URL; by default the most recently changed game. */
async function openAddressed(): Promise<void> {
  const place = placeOf(location.pathname);
  if (place.kind === "game") await openUnlessOpen(place.id);
  else {
    const list = await attempt(() => api.games(0, 1, ""));
    const last = list?.games[0];
    if (last) await openUnlessOpen(last.id);
    if (place.kind === "import") await choose(place.id);
  }
  if (!game.value) await loadDraft();
}

/** Opens a game, unless the user has opened or started another one in the meantime. */
async function openUnlessOpen(id: number): Promise<void> {
  const answer = await attempt(() => api.game(id));
  if (answer && !game.value) show(answer);
}

async function choose(id: number): Promise<void> {
  const found = await attempt(() => api.importRows(id, 0, 1, "", false));
  if (found) dialog.value = { kind: "choose", id, name: found.name, total: found.total, faulty: found.faulty };
}

export async function start(): Promise<void> {
  live.connect();
  window.addEventListener("online", () => live.wake());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) live.wake();
  });
  window.addEventListener("popstate", () => {
    const place = placeOf(location.pathname);
    if (place.kind === "game" && place.id !== game.value?.header.id) void openGame(place.id);
  });
  await Promise.all([loadAbout(), openAddressed()]);
}

async function loadDraft(): Promise<void> {
  draft.value = (await attempt(() => api.position("startpos"))) ?? null;
}

export async function openGame(id: number): Promise<boolean> {
  const answer = await attempt(() => api.game(id));
  if (!answer) return false;
  show(answer);
  return true;
}

/** Shows a game at its head. */
export function show(loaded: Game): void {
  batch(() => {
    game.value = fromGame(loaded);
    current.value = game.value.nodes.has(loaded.head) ? loaded.head : ROOT;
    const { white, black } = loaded.play;
    flipped.value = white.player !== "human" && black.player === "human";
    thought.value = review.value = why.value = lit.value = promoting.value = null;
  });
  const path = `/games/${loaded.id}`;
  // Replace the URL if it named no game; push another game, so that the browser's Back button returns.
  if (placeOf(location.pathname).kind !== "game") history.replaceState(null, "", path);
  else if (location.pathname !== path) history.pushState(null, "", path);
  document.title = `${loaded.name} · Pinsight`;
  live.follow(loaded.id);
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

function close(): void {
  batch(() => {
    game.value = null;
    current.value = ROOT;
    review.value = why.value = thought.value = lit.value = promoting.value = null;
  });
  live.follow(null);
  history.replaceState(null, "", "/");
  document.title = "Pinsight";
  void loadDraft();
}

/** Applies a change from this page or the server. */
function take(change: Change): void {
  const before = game.value;
  if (!before || change.game !== before.header.id) return;
  const after = applyChange(before, change);
  if (after === "old") return;
  if (after === "gap") return live.reload(change.game);
  batch(() => {
    const follow = current.value === before.header.head;
    game.value = after;
    current.value = follow ? after.header.head : nearest(before, after, current.value);
  });
  const { problem } = after.header.play;
  if (problem && problem !== before.header.play.problem) tell(problem, "error");
  document.title = `${after.header.name} · Pinsight`;
}

/** Requests a change of the open game and shows the resulting node. */
async function change(request: (id: number) => Promise<Change>, follow = true): Promise<boolean> {
  const id = game.value?.header.id;
  if (id === undefined) return false;
  changing.value += 1;
  const answer = await attempt(() => request(id));
  batch(() => {
    changing.value -= 1;
    takeArrived();
    if (answer) take(answer);
  });
  if (!answer) return false;
  if (follow && game.value?.header.id === id && game.value.nodes.has(answer.node)) goTo(answer.node);
  return true;
}

export async function newGame(wanted: NewGame): Promise<string | null> {
  try {
    show(await api.create(wanted));
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

export async function deleteGame(id: number): Promise<boolean> {
  changing.value += 1;
  const done = await attempt(() => api.remove(id));
  batch(() => {
    changing.value -= 1;
    if (done && game.value?.header.id === id) close();
  });
  return done !== undefined;
}

// --- moves ------------------------------------------------------------------------------------------------------

/** Handles a move on the board. A promotion opens the choice of piece. */
export function moveByHand(from: Square, to: Square): void {
  if (position.value?.promotions.includes(from + to)) promoting.value = { from, to };
  else void playMove(from + to);
}

export function promote(letter: string | null): void {
  const move = promoting.value;
  promoting.value = null;
  if (!move) return;
  if (letter) void playMove(move.from + move.to + letter);
  else boardReset.value += 1;
}

/** The last move request. The next one waits for it, because it is played on the resulting position. */
let lastMove: Promise<unknown> = Promise.resolve();

/** Plays a move at the displayed node. Returns the error message, if any. */
export function playMove(move: string, quiet = false): Promise<string | null> {
  const played = lastMove.then(() => playNow(move, quiet));
  lastMove = played;
  return played;
}

async function playNow(move: string, quiet: boolean): Promise<string | null> {
  try {
    if (!game.value) {
      const begun = await api.create(draft.value ? { fen: draft.value.fen } : {});
      show(begun);
    }
    const state = game.value;
    if (!state) return null;
    const answer = await api.move(state.header.id, current.value, move);
    takeArrived();
    take(answer);
    if (game.value?.nodes.has(answer.node)) goTo(answer.node);
    return null;
  } catch (error) {
    boardReset.value += 1;
    if (!quiet) tell(wordsOf(error), "error");
    return wordsOf(error);
  }
}

export function takeBack(): void {
  void change((id) => api.undo(id));
}

export function redo(): void {
  void change((id) => api.redo(id));
}

export function removeMove(): void {
  const at = current.value;
  if (at !== ROOT) void change((id) => api.removeNode(id, at), false);
}

export function promoteVariation(): void {
  const at = current.value;
  if (at !== ROOT) void change((id) => api.promote(id, at), false);
}

export function annotate(note: { comment: string; nags: number[] }): Promise<boolean> {
  const at = current.value;
  return change((id) => api.annotate(id, at, note), false);
}

export function setResult(result: GameResult): Promise<boolean> {
  return change((id) => api.setResult(id, result), false);
}

/** Sets the names of the game and its players; an empty text removes a name. */
export function rename(name: string, tags: Record<string, string | null>): Promise<boolean> {
  return change((id) => api.rename(id, name, tags), false);
}

// --- computers --------------------------------------------------------------------------------------------------

export async function setPlay(patch: PlayPatch, fromHere = false): Promise<boolean> {
  const at = current.value;
  if (fromHere && at !== game.value?.header.head && !(await change((id) => api.setHead(id, at)))) return false;
  return change((id) => api.play(id, patch), fromHere);
}

export function step(): void {
  void change((id) => api.step(id));
}

export function moveNow(): void {
  const id = game.value?.header.id;
  if (id !== undefined) void attempt(() => api.moveNow(id));
}

// --- navigation -----------------------------------------------------------------------------------------------

export function goTo(id: number): void {
  const state = game.value;
  if (!state?.nodes.has(id)) return;
  promoting.value = null;
  current.value = id;
}

export function goBack(): void {
  const to = game.value && parentOf(game.value, current.value);
  if (to !== null) goTo(to);
}

export function goOn(): void {
  const to = game.value && nextOf(game.value, current.value);
  if (to !== null) goTo(to);
}

export function goToStart(): void {
  goTo(ROOT);
}

export function goToEnd(): void {
  if (game.value) goTo(endOf(game.value, current.value));
}

export function goAside(stepBy: 1 | -1): void {
  const to = game.value && siblingOf(game.value, current.value, stepBy);
  if (to !== null) goTo(to);
}

/** Loads the position of a variation in a large tree when it is displayed. */
export async function fillIn(id: number, nodeId: number, signal: AbortSignal): Promise<void> {
  const loaded = await attempt(() => api.node(id, nodeId, signal), signal);
  if (loaded && game.value?.header.id === id) game.value = withNode(game.value, loaded);
}

/** Returns the announcement of the displayed position. */
export function announce(): void {
  const at = position.value;
  const shown = game.value?.nodes.get(current.value);
  if (!at || !shown) return;
  const words: string[] = [moveTitle(shown) ?? "Start of the game"];
  if (at.outcome) words.push(at.outcome.text);
  else if (at.check) words.push("Check");
  for (const pin of at.pins) if (pin.status === "new") words.push(pin.sentence.replace(/\.$/, ""));
  if (at.released.length > 0) words.push(at.released.length === 1 ? "1 pin released" : `${at.released.length} pins released`);
  spoken.value = `${words.join(". ")}.`;
}

// --- import -----------------------------------------------------------------------------------------------------

/** Imports a position or games from pasted, dropped or chosen text. Returns the error message, if any. */
export async function importGames(name: string, content: Blob | string): Promise<string | null> {
  if (typeof content === "string" && looksLikeFen(content)) return newGame({ fen: content.trim() });
  const limit = about.value?.limits.import_bytes;
  const size = typeof content === "string" ? new Blob([content]).size : content.size;
  if (limit !== undefined && size > limit) {
    return `${name} has ${(size / 1048576).toFixed(1)} MB; the server takes ${(limit / 1048576).toFixed(0)} MB at a time. Split the file, or use pinsight on the command line.`;
  }
  busy.value = `Reading ${name} …`;
  try {
    const answer = await api.import(name, content);
    if (answer.game) {
      dialog.value = null;
      show(answer.game);
    } else {
      const { id, total, faulty } = answer;
      dialog.value = { kind: "choose", id, name: answer.name, total, faulty };
    }
    return null;
  } catch (error) {
    return wordsOf(error);
  } finally {
    busy.value = null;
  }
}

/** Like the import above, but shows the error in the page because no dialog is open. */
export async function importOrTell(name: string, content: Blob | string): Promise<void> {
  const refused = await importGames(name, content);
  if (refused) tell(refused, "error");
}

export async function openRow(id: number, number: number): Promise<void> {
  const answer = await attempt(() => api.openRow(id, number));
  if (!answer) return;
  dialog.value = null;
  show(answer);
}

// --- export ------------------------------------------------------------------------------------------------------

/** Copies to the clipboard, if the browser allows it. */
export async function copy(what: string, type: string, content: () => Promise<string | Blob>): Promise<void> {
  if (!("clipboard" in navigator)) {
    tell("This browser lets a page copy only at localhost or over https. Save the file instead.", "error");
    return;
  }
  try {
    const value = await content();
    if (typeof value === "string") await navigator.clipboard.writeText(value);
    else await navigator.clipboard.write([new ClipboardItem({ [type]: value })]);
    tell(`${what} copied.`);
  } catch (error) {
    tell(error instanceof Refusal ? error.message : `${what} could not be copied: ${wordsOf(error)}`, "error");
  }
}
