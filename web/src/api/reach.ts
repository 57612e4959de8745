/** Whether requests reach the server. The WebSocket alone does not tell: it may stay open in a browser that is offline. */

import { signal } from "@preact/signals";

/** The pause between two attempts to reach the server. */
const RETRY = 2000;

/** Whether the last request failed before the server answered. */
export const unreachable = signal(false);

/** Notes that the server answered. */
export function reached(): void {
  unreachable.value = false;
}

/** Notes that a request failed; tries again until the server answers. */
export function failed(): void {
  if (unreachable.value) return;
  unreachable.value = true;
  setTimeout(retry, RETRY);
}

function retry(): void {
  if (!unreachable.value) return;
  fetch("/api/about").then(reached, () => setTimeout(retry, RETRY));
}
