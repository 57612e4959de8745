/**
 * The queue of changes of games. Each entry names the game and the node that it was made for, so that it means the same
 * when it is sent as when the user made it. Entries are sent one at a time, in order.
 */

import { signal } from "@preact/signals";
import { begin } from "./pending";

export interface Mutation<T> {
  /** The game; null for a game that does not exist yet. */
  game: number | null;
  /** The node that was displayed when the user made the change. */
  node: number;
  send(): Promise<T>;
}

/** The number of changes that the server has not confirmed. */
export const unconfirmed = signal(0);

let last: Promise<unknown> = Promise.resolve();

/** Sends a change after all earlier ones. A change that failed does not stop later ones. */
export function enqueue<T>(mutation: Mutation<T>): Promise<T> {
  const end = begin();
  unconfirmed.value += 1;
  const sent = last.then(() => mutation.send());
  last = sent.then(
    () => undefined,
    () => undefined,
  );
  return sent.finally(() => {
    unconfirmed.value -= 1;
    end();
  });
}
