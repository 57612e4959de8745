import { afterEach, expect, test } from "vitest";
import { actionFor } from "./keys";
import { letterKeys } from "./settings";
import { dialog, flipped } from "./store";

const press = (key: string, over: Partial<KeyboardEvent> = {}) => actionFor({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...over });

afterEach(() => {
  letterKeys.value = true;
  dialog.value = null;
});

test("letters open dialogs and flip the board", () => {
  press("e")?.();
  expect(dialog.value).toEqual({ kind: "editor" });
  press(",")?.();
  expect(dialog.value).toEqual({ kind: "settings" });
  const before = flipped.value;
  press("f")?.();
  expect(flipped.value).toBe(!before);
});

test("single letters can be switched off; arrows, Delete and Ctrl+Z stay", () => {
  letterKeys.value = false;
  for (const key of ["n", "f", "?", ",", "["]) expect(press(key), key).toBeNull();
  for (const key of ["ArrowLeft", "Home", "Delete", "Escape"]) expect(press(key), key).not.toBeNull();
  expect(press("z", { ctrlKey: true })).not.toBeNull();
});

test("keys with Alt, unknown keys and names of object members do nothing", () => {
  expect(press("f", { altKey: true })).toBeNull();
  expect(press("x")).toBeNull();
  expect(press("constructor")).toBeNull();
});
