/** Signals that the browser keeps for the next visit. */

import { effect, signal, type Signal } from "@preact/signals";

const PREFIX = "pinsight.";

export function remembered<T>(name: string, otherwise: T): Signal<T> {
  let start = otherwise;
  try {
    const kept = localStorage.getItem(PREFIX + name);
    if (kept !== null) start = JSON.parse(kept) as T;
  } catch {
    // Storage is switched off or holds something foreign: begin as on a first visit.
  }
  const value = signal(start);
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch {
      // Then it is forgotten with the page.
    }
  });
  return value;
}
