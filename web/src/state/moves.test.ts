import { beforeEach, expect, test, vi } from "vitest";
import type { Shape } from "../api/types";
import { fromGame } from "../game/tree";
import { game as gameOf } from "../game/fixtures";
import { confirmDelete } from "../settings";
import { current, dialog, game, toasts } from "../store";
import { confirmed, dismissOthers, tell } from "./messages";
import { removeMove, toggled } from "./moves";

const arrow: Shape = { from: "e2", to: "e4", color: "green" };

beforeEach(() => {
  game.value = fromGame(gameOf("e4 e5"));
  current.value = 2;
  dialog.value = null;
  toasts.value = [];
});

test("the same shape again is removed, another colour replaces it", () => {
  expect(toggled([], arrow)).toEqual([arrow]);
  expect(toggled([arrow], arrow)).toEqual([]);
  const red: Shape = { ...arrow, color: "red" };
  expect(toggled([arrow], red)).toEqual([red]);
  const circle: Shape = { from: "e2", to: null, color: "green" };
  expect(toggled([arrow], circle)).toEqual([arrow, circle]);
});

test("an action asks first only if the user wants it", () => {
  const run = vi.fn();
  confirmed(false, "Sure?", "Yes", run);
  expect(run).toHaveBeenCalledTimes(1);
  confirmed(true, "Sure?", "Yes", run);
  expect(run).toHaveBeenCalledTimes(1);
  expect(dialog.value).toMatchObject({ kind: "confirm", title: "Sure?", yes: "Yes" });
});

test("the question before a deletion names the move", () => {
  confirmDelete.value = true;
  removeMove();
  expect(dialog.value).toMatchObject({ kind: "confirm", title: "Delete from 1... e5 on?" });
  confirmDelete.value = false;
});

test("a message about a change of another game goes with that game", () => {
  tell("deleted", "info", () => undefined, 1);
  tell("restored", "info", () => undefined);
  dismissOthers(2);
  expect(toasts.value.map(({ text }) => text)).toEqual(["restored"]);
});
