/** The displayed node: navigation and announcements. */

import { endOf, moveTitle, nextOf, parentOf, ROOT, siblingOf } from "../game/tree";
import { current, game, position, promoting, spoken } from "../store";

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

/** Announces the displayed position. */
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
