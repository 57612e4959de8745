/** Moves and edits of the move tree. */

import { api } from "../api/client";
import type { Change, GameResult, MoveIntent, Square } from "../api/types";
import { isHuman, plural, today } from "../format";
import { pathTo, ROOT } from "../game/tree";
import { boardReset, current, dialog, draft, game, lastDeletion, position, promoting, refusal } from "../store";
import { attempt, tell, wordsOf } from "./messages";
import { enqueue } from "./queue";
import { change, settle, show } from "./sync";

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
  /** The displayed node when the user made the move. */
  node: number;
  /** The move that it follows, if that was not confirmed yet. */
  before: Sent | null;
  made: { game: number; node: number } | null;
  done: boolean;
}

let lastSent: Sent | null = null;

/** The node where a sent move is played, as far as it is known. */
function placeOfMove({ node, before }: Sent): number {
  return before ? before.made?.node ?? placeOfMove(before) : node;
}

/** What a move at the displayed node means for the game; `"ask"` if only the user knows. */
function intentHere(): MoveIntent | "ask" | undefined {
  const state = game.value;
  if (!state) return undefined;
  const { play, head, result, source } = state.header;
  if (source !== null) return undefined;
  // A finished game is opened again, or its past explored.
  if (result !== "*") return current.value === head ? "ask" : "explore";
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

/** Plays a move at the displayed node. Returns the error message, if any. */
export function playMove(move: string, quiet = false, intended?: MoveIntent): Promise<string | null> {
  // A move that is typed while another one is pending follows it.
  const before = lastSent && !lastSent.done && placeOfMove(lastSent) === current.value ? lastSent : null;
  const intent = intended ?? intentHere();
  if (intent === "ask" && !before) {
    dialog.value = { kind: "past", node: current.value, move };
    return Promise.resolve(null);
  }
  return sendMove(move, quiet, before, intent === "ask" ? undefined : intent);
}

async function sendMove(move: string, quiet: boolean, before: Sent | null, intent: MoveIntent | undefined): Promise<string | null> {
  const state = game.value;
  const node = current.value;
  const atHead = node === state?.header.head;
  const sent: Sent = { node, before, made: null, done: false };
  lastSent = sent;
  try {
    const answer = await enqueue({
      game: state?.header.id ?? null,
      node,
      send: async () => {
        const made = await requestMove(state?.header.id, node, move, before, intent);
        // Before the next entry of the queue starts, which may follow this move.
        sent.made = { game: made.game, node: made.node };
        return made;
      },
    });
    sent.done = true;
    // The view of a follow-up move is where the move before it led.
    settle(answer, placeOfMove(sent), atHead || before !== null || !state, true);
    sent.before = null;
    return null;
  } catch (error) {
    sent.done = true;
    boardReset.value += 1;
    if (quiet) showRefusal(wordsOf(error));
    else tell(wordsOf(error), "error");
    return wordsOf(error);
  }
}

async function requestMove(
  id: number | undefined, node: number, move: string, before: Sent | null, intent: MoveIntent | undefined,
): Promise<Change> {
  if (before) {
    if (!before.made) throw new Error(`${move} was not played, because the move before it was refused.`);
    return api.move(before.made.game, before.made.node, move);
  }
  if (id !== undefined) return api.move(id, node, move, intent);
  const begun = await api.create({ tags: { Date: today() }, ...(draft.value ? { fen: draft.value.fen } : {}) });
  show(begun);
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

export async function removeMove(): Promise<void> {
  const at = current.value;
  if (at === ROOT) return;
  let removed = 0;
  const done = await change(async (id) => {
    const answer = await api.removeNode(id, at);
    removed = answer.removed.length;
    return answer;
  }, false);
  if (done) tell(`${plural(removed, "move")} deleted.`, "info", undo);
}

export function promoteVariation(): void {
  const at = current.value;
  if (at !== ROOT) void change((id) => api.promote(id, at), false);
}

/** Replaces the comment and the NAGs of a node. */
export function annotate(node: number, note: { comment: string; nags: number[] }): Promise<boolean> {
  return change((id) => api.annotate(id, node, note), false);
}

/** Ends the game, or opens it again with `*`; `how` says how it ended. */
export function setResult(result: GameResult, how?: string): Promise<boolean> {
  return change((id) => api.setResult(id, result, how), false);
}

/** Sets the names of the game and its players; an empty text removes a name. */
export function rename(name: string, tags: Record<string, string | null>): Promise<boolean> {
  return change((id) => api.rename(id, name, tags), false);
}
