/** Texts about pins in addition to the server's sentence. */

import type { WordedPin } from "../api/types";

/** `absolute, discovered, self-inflicted` */
export function kindInWords(pin: Pick<WordedPin, "kind" | "cause" | "by" | "status">): string {
  const words = [pin.kind === "absolute_pin" ? "absolute" : "relative"];
  if (pin.cause && pin.status !== "kept") words.push(pin.cause.replaceAll("_", " "));
  if (pin.by === "self" && pin.status === "new") words.push("self-inflicted");
  return words.join(" · ");
}

/** The explanation without its first sentence, which repeats the short sentence; null if nothing is left. */
export function detailsOf(pin: Pick<WordedPin, "explanation">): string | null {
  const end = pin.explanation.search(/\.\s/);
  return end < 0 ? null : pin.explanation.slice(end + 1).trim() || null;
}
