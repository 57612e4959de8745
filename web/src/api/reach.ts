/** Whether requests reach the server. The WebSocket alone does not tell: it may stay open in a browser that is offline. */

import { signal } from "@preact/signals";

/** The root of the API. */
export const API = "/api/v1";

/** The pauses before the attempts to reach the server; the last one repeats. One lost response does not stop a game for long. */
const RETRIES = [250, 1000, 2000];

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
  retryLater(0);
}

function retryLater(attempt: number): void {
  const retry = (): void => {
    if (unreachable.value) fetch(`${API}/about`).then(reached, () => retryLater(attempt + 1));
  };
  setTimeout(retry, RETRIES[Math.min(attempt, RETRIES.length - 1)]);
}
