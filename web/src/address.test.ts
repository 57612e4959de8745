import { expect, test } from "vitest";
import { addressOf, isLoopback, placeOf } from "./address";

const url = (text: string): URL => new URL(text, "http://localhost");
const human = { player: "human" };
const play = { white: human, black: human, running: false, delay: 0, thinking: null, problem: null, clock: null };

test("an address names a game, its node and the side at the bottom", () => {
  expect(placeOf(url("/games/7"))).toEqual({ kind: "game", id: 7, node: null, side: null });
  expect(placeOf(url("/games/7/?node=12&side=black"))).toEqual({ kind: "game", id: 7, node: 12, side: "black" });
  expect(placeOf(url("/games/7?node=x&side=up"))).toEqual({ kind: "game", id: 7, node: null, side: null });
  expect(placeOf(url("/imports/3"))).toEqual({ kind: "import", id: 3 });
  expect(placeOf(url("/"))).toEqual({ kind: "start" });
  for (const path of ["/foo", "/games/", "/games/x", "/games/7/moves"]) expect(placeOf(url(path))).toEqual({ kind: "unknown" });
});

test("the address of the head has no node, so that it follows the game", () => {
  expect(addressOf({ id: 7, head: 4, play }, 4, false)).toBe("/games/7");
  expect(addressOf({ id: 7, head: 4, play }, 2, true)).toBe("/games/7?node=2&side=black");
  const computer = { ...play, white: { player: "random" } };
  expect(addressOf({ id: 7, head: 4, play: computer }, 0, true)).toBe("/games/7?node=0");
});

test("a link to a loopback host opens on this machine only", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(isLoopback(host), host).toBe(true);
  for (const host of ["192.168.1.5", "chess.example", "localhost.example", "127.0.0.1.example"]) expect(isLoopback(host), host).toBe(false);
});
