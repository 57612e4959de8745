/** Moves and edits of the move tree. */

import { api, isLost } from "../api/client";
import type { Annotation, Change, Color, GameResult, MoveIntent, Shape, Square } from "../api/types";
import { squaresOf } from "../board/geometry";
import { isHuman, plural, today } from "../format";
import { moveTitle, pathTo, ROOT } from "../game/tree";
import { confirmDelete } from "../settings";
import { atHead, boardReset, current, dialog, game, lastDeletion, movable, position, premove, promoting, readOnly, refusal, visits } from "../store";
import { attempt, confirmed, tell, wordsOf } from "./messages";
import { enqueue } from "./queue";
import { isQuestion, tryMove } from "../training/state";
import { change, present, settle } from "./sync";

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

/** A move that was sent, and the node that it led to; null until the server confirms it. */
interface Sent {
  /** The value of `visits` when the user made the move. */
  visit: number;
  /** The node where it is played; null until the move before it is confirmed. */
  at: number | null;
  made: { game: number; node: number } | null;
  done: boolean;
}

let lastSent: Sent | null = null;

/** Whether the view has reached a sent move, or the reply to it: the server's message may arrive before the response. */
function isShown({ at }: Sent): boolean {
  const state = game.value;
  return state !== null && at !== null && at !== current.value && pathTo(state, current.value).includes(at);
}

/** What a move at the displayed node means for the game; `"ask"` if only the user knows. */
function intentHere(): MoveIntent | "ask" | undefined {
  const state = game.value;
  if (!state) return undefined;
  const { play, head, result, source } = state.header;
  if (source !== null) return undefined;
  // A finished game is opened again, or its past explored.
  if (result !== "*") return current.value === head && !position.value?.outcome ? "ask" : "explore";
  if (isHuman(play.white) && isHuman(play.black)) return undefined;
  if (current.value === head) return "play";
  // A variation is explored; the past of the game may be meant as a take-back.
  return pathTo(state, head).includes(current.value) ? "ask" : "explore";
}

/** Says why a move on the board is not legal. */
export async function refuse(from: Square, to: Square): Promise<void> {
  const fen = position.value?.fen;
  if (fen === undefined) return;
  const answer = await attempt(() => api.why(fen, from + to));
  if (answer && position.value?.fen === fen) showRefusal(answer.sentence);
}

/** Shows why a move was refused, and marks the squares that the sentence names. */
function showRefusal(text: string): void {
  refusal.value = { text, squares: [...text.matchAll(/ on ([a-h][1-8])/g)].map(([, square]) => square as Square) };
}

/** Plays a move at a node, by default the displayed one. Returns the error message, if any. */
export function playMove(move: string, quiet = false, intended?: MoveIntent, node = current.value): Promise<string | null> {
  if (isQuestion()) return tryMove(move).then(() => null);
  // A move that is typed before the view shows the last one follows it.
  const before = lastSent && !lastSent.done && lastSent.visit === visits.value && !isShown(lastSent) ? lastSent : null;
  const intent = intended ?? intentHere();
  if (intent === "ask" && !before) {
    dialog.value = { kind: "past", node, move };
    return Promise.resolve(null);
  }
  return sendMove(move, quiet, before, intent === "ask" ? undefined : intent, node);
}

async function sendMove(move: string, quiet: boolean, before: Sent | null, intent: MoveIntent | undefined, node: number): Promise<string | null> {
  const id = game.value?.header.id ?? null;
  const sent: Sent = { visit: visits.value, at: before ? null : node, made: null, done: false };
  lastSent = sent;
  const send = async (): Promise<Change> => {
    if (before?.made) sent.at = before.made.node;
    const made = before ? await requestNext(move, before) : await requestMove(id, node, move, intent);
    // Before the next entry of the queue starts, which may follow this move.
    sent.made = { game: made.game, node: made.node };
    await settle(made, sent.visit);
    return made;
  };
  try {
    await enqueue({ game: id, node, send });
    return null;
  } catch (error) {
    // The response is lost, but a message of the server has shown the move.
    if (isLost(error) && isShown(sent)) return null;
    boardReset.value += 1;
    if (quiet) showRefusal(wordsOf(error));
    else tell(wordsOf(error), "error");
    return wordsOf(error);
  } finally {
    sent.done = true;
  }
}

/** Plays a move after one that was pending when the user made it. */
async function requestNext(move: string, { made }: Sent): Promise<Change> {
  if (!made) throw new Error(`${move} was not played, because the move before it was not confirmed.`);
  return api.move(made.game, made.node, move);
}

/** Plays a move at a node; on the first page, in a new game. */
async function requestMove(id: number | null, node: number, move: string, intent: MoveIntent | undefined): Promise<Change> {
  if (id !== null) return api.move(id, node, move, intent);
  const begun = await api.create({ tags: { Date: today() } });
  // Unless the user has opened another game meanwhile.
  if (!game.value) present(begun);
  return api.move(begun.id, ROOT, move);
}

/** Undoes the last change; right after the deletion of a game or import, that. */
export function undo(): void {
  const restore = lastDeletion.value;
  lastDeletion.value = null;
  if (restore) restore();
  else void change((id, version) => api.undo(id, version));
}

export function redo(): void {
  void change((id, version) => api.redo(id, version));
}

/** Takes the game back to the last turn of a human; the moves stay in the tree. */
export function takeBack(): void {
  void change((id, version) => api.takeBack(id, version));
}

/** Deletes the displayed move and all moves after it. */
export function removeMove(): void {
  const at = current.value;
  const shown = game.value?.nodes.get(at);
  if (at === ROOT || !shown) return;
  confirmed(confirmDelete.value, `Delete from ${moveTitle(shown)} on?`, "Delete", () => void removeNode(at));
}

async function removeNode(at: number): Promise<void> {
  let removed = 0;
  const done = await change(async (id) => {
    const answer = await api.removeNode(id, at);
    removed = answer.removed.length;
    return answer;
  }, false);
  if (done) tell(`${plural(removed, "move")} deleted.`, "info", undo, game.value?.header.id);
}

export function promoteVariation(): void {
  const at = current.value;
  if (at !== ROOT) void change((id) => api.promote(id, at), false);
}

export function demoteLine(): void {
  const at = current.value;
  if (at !== ROOT) void change((id) => api.demote(id, at), false);
}

/** Adds an arrow or a circle to the displayed node, or removes an equal one. */
export function toggleShape(shape: Shape): void {
  const at = current.value;
  const state = game.value;
  if (!state || readOnly.value) return;
  void change((id) => {
    // The shapes of the moment at which the change is sent: an earlier one may have been pending.
    const shapes = game.value?.nodes.get(at)?.shapes ?? [];
    return api.annotate(id, at, { shapes: toggled(shapes, shape) });
  }, false);
}

/** A list of shapes with one more, or without the one on the same squares; another colour replaces it. */
export function toggled(shapes: readonly Shape[], shape: Shape): Shape[] {
  const others = shapes.filter(({ from, to }) => from !== shape.from || to !== shape.to);
  const same = shapes.some(({ from, to, color }) => from === shape.from && to === shape.to && color === shape.color);
  return same ? others : [...others, shape];
}

/** Plays the stored premove if it is the user's turn and it is legal; otherwise drops it. */
export function playPremove(): void {
  const move = premove.value;
  if (!move || !movable.value) return;
  premove.value = null;
  const at = position.value;
  if (!at || !atHead.value || !squaresOf(at.moves[move.from] ?? "").includes(move.to)) return;
  const promotes = at.promotions.includes(move.from + move.to);
  void playMove(move.from + move.to + (promotes ? "q" : ""));
}

/** Replaces the comment and the NAGs of a node. */
export function annotate(node: number, note: Annotation): Promise<boolean> {
  return change((id) => api.annotate(id, node, note), false);
}

/** Ends the game, or opens it again with `*`; `how` says how it ended. */
export function setResult(result: GameResult, how?: string): Promise<boolean> {
  return change((id) => api.setResult(id, result, how), false);
}

/** Ends the game by resignation. */
export async function resign(color: Color): Promise<boolean> {
  const name = color === "white" ? "White" : "Black";
  const done = await setResult(color === "white" ? "0-1" : "1-0", `${name} resigned`);
  if (done) tell(`${name} resigned.`, "info", undo, game.value?.header.id);
  return done;
}

/** Offers a draw to the computer, which accepts or declines. */
export async function offerDraw(): Promise<void> {
  if (await change((id) => api.offerDraw(id), false)) tell("Draw agreed.", "info", undo, game.value?.header.id);
}

/** Sets the names of the game and its players; an empty text removes a name. */
export function rename(name: string, tags: Record<string, string | null>): Promise<boolean> {
  return change((id) => api.rename(id, name, tags), false);
}
