/** The displayed node: navigation and announcements. */

import { endOf, moveTitle, nextOf, parentOf, ROOT, siblingOf } from "../game/tree";
import { plural } from "../format";
import { shownPins } from "../game/relevance";
import type { CoachMove, WordedPin } from "../api/types";
import { JUDGEMENTS, threatOf } from "../review/threats";
import { allPins, current, game, position, promoting, spoken, visits } from "../store";

export function goTo(id: number): void {
  const state = game.value;
  if (!state?.nodes.has(id)) return;
  promoting.value = null;
  visits.value += 1;
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

let announced = "";

/** Announces the displayed move with what the coach says of it and the pins that matter, unless it was announced before. */
export function announce(coach: CoachMove | null, { pins, released }: { pins: WordedPin[]; released: WordedPin[] }): void {
  const at = position.value;
  const shown = game.value?.nodes.get(current.value);
  if (!at || !shown) return;
  const words: string[] = [moveTitle(shown) ?? "Start of the game"];
  if (at.outcome) words.push(at.outcome.text);
  else if (at.check) words.push("Check");
  const threat = threatOf(coach);
  if (threat) words.push(`Threat: ${threat.text}`);
  if (coach?.judgement) words.push(JUDGEMENTS[coach.judgement].name);
  if (coach?.text) words.push(coach.text.replace(/\.$/, ""));
  for (const pin of shownPins(pins, allPins.value)) if (pin.status === "new") words.push(pin.sentence.replace(/\.$/, ""));
  const gone = shownPins(released, allPins.value).length;
  if (gone > 0) words.push(`${plural(gone, "pin")} released`);
  const text = `${words.join(". ")}.`;
  if (text !== announced) spoken.value = announced = text;
}
