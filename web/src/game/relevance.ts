/** Which pins the page shows. */

import type { Pin } from "../api/types";

type Relevant = Pick<Pin, "relevance">;

/** Whether a pin costs something now, by the server's rule. */
export function matters(pin: Relevant): boolean {
  return pin.relevance !== "potential";
}

/** The pins to show: those that matter, or all. */
export function shownPins<T extends Relevant>(pins: T[], all: boolean): T[] {
  return all ? pins : pins.filter(matters);
}
