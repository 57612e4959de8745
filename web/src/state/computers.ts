/** Computer players: choose, start, pause, step. */

import { api } from "../api/client";
import type { PlayPatch } from "../api/types";
import { current, game } from "../store";
import { attempt } from "./messages";
import { change } from "./sync";

/** Changes the players or the pace; with `fromHere`, the game continues at the displayed node. */
export async function setPlay(patch: PlayPatch, fromHere = false): Promise<boolean> {
  const at = current.value;
  if (fromHere && at !== game.value?.header.head && !(await change((id) => api.setHead(id, at)))) return false;
  return change((id) => api.play(id, patch), fromHere);
}

export function step(): void {
  void change((id) => api.step(id));
}

export function moveNow(): void {
  const header = game.value?.header;
  if (header) void attempt(() => api.moveNow(header.id, header.version));
}
