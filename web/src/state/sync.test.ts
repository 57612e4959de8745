import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../api/client";
import type { Change } from "../api/types";
import { game as gameOf, header, node } from "../game/fixtures";
import { fromGame } from "../game/tree";
import { current, game, toasts, visits } from "../store";
import { change, settle } from "./sync";

/** The moves of one game, a change for each; `version` 1 has none of them. */
function played(...sans: string[]): Change[] {
  return sans.map((san, index) => ({
    game: 1,
    version: index + 2,
    header: header({ version: index + 2, head: index + 1 }),
    nodes: [node(index + 1, index, index + 1, san)],
    removed: [],
    children: { [index]: [index + 1] },
    node: index + 1,
  }));
}

const [own, reply] = played("e4", "e5") as [Change, Change];

beforeEach(() => {
  // A change writes the title of the page and `data-pending`. It stays after the tests: work that ends is shown 20 ms later.
  vi.stubGlobal("document", { title: "", documentElement: { dataset: {} } });
  game.value = fromGame(gameOf(""));
  current.value = 0;
  toasts.value = [];
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("the view follows a game at its head, and stays at an earlier move", async () => {
  await settle(own, null);
  expect(current.value).toBe(1);
  current.value = 0;
  await settle(reply, null);
  expect(game.value?.nodes.size).toBe(3);
  expect(current.value).toBe(0);
});

test("a response to a move that comes after the reply does not move the view back", async () => {
  const visit = visits.value;
  await settle(own, null);
  await settle(reply, null);
  await settle(own, visit);
  expect(current.value).toBe(2);
  expect(game.value?.header.version).toBe(3);
});

test("a response leaves the view alone if the user has gone elsewhere since", async () => {
  await settle(own, null);
  const visit = visits.value;
  current.value = 0;
  visits.value += 1;
  await settle(reply, visit);
  expect(current.value).toBe(0);
});

test("a response after changes that the page has missed loads the game", async () => {
  const whole = gameOf("e4 e5", { version: 3, head: 2 });
  const load = vi.spyOn(api, "game").mockResolvedValue(whole);
  await settle(reply, visits.value);
  expect(load).toHaveBeenCalledWith(1);
  expect(game.value?.nodes.size).toBe(3);
  expect(current.value).toBe(2);
});

test("the view goes to the nearest move that is left after a deletion", async () => {
  game.value = fromGame(gameOf("e4 e5 Nf3", { head: 3 }));
  current.value = 3;
  await settle({ game: 1, version: 2, header: header({ version: 2, head: 1 }), nodes: [], removed: [2, 3], children: { "1": [] }, node: 1 }, null);
  expect(current.value).toBe(1);
});

test("a change is sent with the version that the game has then, and a refused one is reported", async () => {
  const sent: number[] = [];
  const first = change((_, version) => {
    sent.push(version);
    return Promise.resolve(own);
  });
  const second = change((_, version) => {
    sent.push(version);
    return Promise.reject(new Error("the game has no node 9"));
  });
  expect(await Promise.all([first, second])).toEqual([true, false]);
  expect(sent).toEqual([1, 2]);
  expect(toasts.value.map(({ text }) => text)).toEqual(["the game has no node 9"]);
});
