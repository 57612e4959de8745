/** Messages to the user: toasts. */

import { dialog, toasts, type Toast } from "../store";

let lastToast = 0;

/** Shows a message for some seconds. `undo` adds a button that undoes what the message reports, in `game` if given. */
export function tell(text: string, tone: Toast["tone"] = "info", undo?: () => void, game?: number): void {
  const id = ++lastToast;
  const toast: Toast = { id, tone, text, ...(undo ? { undo } : {}), ...(game === undefined ? {} : { game }) };
  const others = toasts.value.filter((each) => each.text !== text);
  const notices = others.filter((each) => each.closed);
  toasts.value = [...notices, ...[...others.filter((each) => !each.closed), toast].slice(-4)];
  setTimeout(() => dismiss(id), tone === "error" || undo ? 12_000 : 5_000);
}

/** Runs an action at once, or after a question if the user wants to be asked. */
export function confirmed(asks: boolean, title: string, yes: string, run: () => void): void {
  if (asks) dialog.value = { kind: "confirm", title, yes, run, back: dialog.value };
  else run();
}

/** Shows a notice of the server until the user closes it. */
export function tellNotice(text: string, closed: () => void): void {
  toasts.value = [...toasts.value.filter((each) => each.text !== text), { id: ++lastToast, tone: "error", text, closed }];
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function dismissText(text: string): void {
  toasts.value = toasts.value.filter((toast) => toast.text !== text);
}

/** Dismisses the messages about changes of other games: their Undo would change the open one. */
export function dismissOthers(game: number | null): void {
  toasts.value = toasts.value.filter((toast) => toast.game === undefined || toast.game === game);
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
