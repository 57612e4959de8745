/** Signals that are persisted in the browser's local storage. */

import { effect, signal, type Signal } from "@preact/signals";

const PREFIX = "pinsight.";

export function remembered<T>(name: string, otherwise: T): Signal<T> {
  let start = otherwise;
  try {
    const kept = localStorage.getItem(PREFIX + name);
    if (kept !== null) start = JSON.parse(kept) as T;
  } catch {
    // Storage is disabled or contains an invalid value: use the default.
  }
  const value = signal(start);
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch {
      // Storage is disabled: the value lasts as long as the page.
    }
  });
  return value;
}
