/** Global keyboard shortcuts, inactive in text fields and while a dialog is open; and presses of the pointer. */

import { openNeighbour } from "./state/games";
import { redo, removeMove, undo } from "./state/moves";
import { goAside, goBack, goOn, goToEnd, goToStart } from "./state/view";
import { letterKeys } from "./settings";
import { allPins, dialog, flipped, readOnly, refusal, showPins } from "./store";

const ACTIONS: Record<string, () => void> = {
  ArrowLeft: goBack,
  ArrowRight: goOn,
  ArrowUp: () => goAside(-1),
  ArrowDown: () => goAside(1),
  Home: goToStart,
  End: goToEnd,
  f: () => (flipped.value = !flipped.value),
  p: () => (showPins.value = !showPins.value),
  a: () => (allPins.value = !allPins.value),
  m: () => document.getElementById("typed-move")?.focus(),
  n: () => {
    if (!readOnly.value) dialog.value = { kind: "new" };
  },
  e: () => {
    if (!readOnly.value) dialog.value = { kind: "editor" };
  },
  g: () => (dialog.value = { kind: "games" }),
  i: () => {
    if (!readOnly.value) dialog.value = { kind: "import", text: "" };
  },
  "[": () => void openNeighbour(-1),
  "]": () => void openNeighbour(1),
  Delete: () => {
    if (!readOnly.value) removeMove();
  },
  Escape: () => (refusal.value = null),
  ",": () => (dialog.value = { kind: "settings" }),
  "?": () => (dialog.value = { kind: "help" }),
};

/** Returns the action of a key, or `null`. */
export function actionFor(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): (() => void) | null {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === "z") return event.shiftKey ? redo : undo;
    return key === "y" ? redo : null;
  }
  if (!letterKeys.value && event.key.length === 1) return null;
  return Object.hasOwn(ACTIONS, event.key) ? (ACTIONS[event.key] ?? null) : null;
}

export function typing(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}

export function listen(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || dialog.value || typing(event.target)) return;
    const action = actionFor(event);
    if (!action) return;
    event.preventDefault();
    action();
  });
  // The reason for a refused move covers the controls below it.
  document.addEventListener("pointerdown", () => (refusal.value = null));
}
