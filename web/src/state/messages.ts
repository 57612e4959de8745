/** Messages to the user: toasts. */

import { toasts, type Toast } from "../store";

let lastToast = 0;

/** Shows a message for some seconds. `undo` adds a button that undoes what the message reports. */
export function tell(text: string, tone: Toast["tone"] = "info", undo?: () => void): void {
  const id = ++lastToast;
  const toast: Toast = { id, tone, text, ...(undo ? { undo } : {}) };
  toasts.value = [...toasts.value.filter((each) => each.text !== text), toast].slice(-4);
  setTimeout(() => dismiss(id), tone === "error" || undo ? 12_000 : 5_000);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs a request. Shows the server's error message on failure, unless the response is obsolete. */
export async function attempt<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (!signal?.aborted) tell(wordsOf(error), "error");
    return undefined;
  }
}
