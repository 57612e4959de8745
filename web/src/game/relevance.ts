/** Which pins the page shows. */

import type { Pin, ProvedPin, WordedPin } from "../api/types";

type Relevant = Pick<Pin, "relevance">;

/** Whether a pin costs something now, by the server's rule. */
export function matters(pin: Relevant): boolean {
  return pin.relevance !== "potential";
}

/** The pins to show: those that matter, or all. */
export function shownPins<T extends Relevant>(pins: T[], all: boolean): T[] {
  return all ? pins : pins.filter(matters);
}

/** A pin on the page. `reason` says why it matters, once search has decided that. */
export type ShownPin = WordedPin & { reason?: string | null };

/** The squares of a pin, which identify it in a position. */
export function pinKey({ attacker, pinned, shielded }: Pick<Pin, "attacker" | "pinned" | "shielded">): string {
  return `${attacker.square}${pinned.square}${shielded?.square ?? ""}`;
}

/** The pins with the relevance that search has decided, and the pins to a mate or a threat that only search finds. */
export function withProof(pins: readonly WordedPin[], proved: readonly ProvedPin[] | null): ShownPin[] {
  if (!proved) return [...pins];
  const proofs = new Map(proved.map((proof) => [pinKey(proof), proof]));
  const known = pins.map((pin) => {
    const proof = proofs.get(pinKey(pin));
    return proof ? { ...pin, relevance: proof.relevance, reason: proof.reason } : pin;
  });
  const threats = proved.filter((proof) => proof.shielded === null && proof.reason !== null);
  return [...known, ...threats.map((pin) => ({ ...pin, sentence: pin.reason ?? "", explanation: "", reason: null }))];
}
