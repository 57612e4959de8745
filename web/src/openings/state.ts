/** The opening tree of the displayed position, and the search over all kept games. */

import { computed, effect, signal } from "@preact/signals";
import { api } from "../api/client";
import type { KeptMatch, KeptTree, LineOpening } from "../api/types";
import { lineThrough, ROOT } from "../game/tree";
import { remembered } from "../remembered";
import { openGame, openRow } from "../state/games";
import { later } from "../state/pending";
import { goTo } from "../state/view";
import { current, dialog, game, position, review } from "../store";

/** Whether the tree is shown; it is loaded only then. */
export const showTree = remembered("tree", false);
export const tree = signal<{ fen: string; tree: KeptTree } | { fen: string; refused: string } | null>(null);

/** The name of the opening of the displayed line, at the displayed move or before it; of the whole line at its start. */
export const opening = computed<LineOpening | null>(() => {
  const found = review.value;
  if (!found || !game.value) return null;
  const at = found.nodes.indexOf(current.value);
  return (at > 0 ? found.openings.findLast((each) => each.at <= at) : found.openings.at(-1)) ?? null;
});

export function startOpenings(): void {
  const soon = later(150);
  let asked: AbortController | null = null;
  effect(() => {
    const fen = position.value?.fen;
    asked?.abort();
    if (!showTree.value || fen === undefined || !game.value) return;
    if (tree.peek()?.fen === fen) return;
    const mine = new AbortController();
    asked = mine;
    soon(() => {
      if (mine.signal.aborted) return;
      api.tree(fen, mine.signal).then(
        (answer) => {
          if (!mine.signal.aborted) tree.value = { fen, tree: answer };
        },
        (error: Error) => {
          if (!mine.signal.aborted) tree.value = { fen, refused: error.message };
        },
      );
    });
  });
}

/** Opens a found game at its match. */
export async function openMatch({ game: id, import: file, number, ply }: KeptMatch): Promise<void> {
  if (id !== null) await openGame(id);
  else if (file !== null && number !== null) await openRow(file, number);
  dialog.value = null;
  const node = game.value && lineThrough(game.value, ROOT)[ply];
  if (node != null) goTo(node);
}
