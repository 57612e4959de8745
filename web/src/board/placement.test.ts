import { expect, test } from "vitest";
import { boardOf, placementOf, track } from "./placement";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

test("the board of a FEN is read and written", () => {
  const placed = placementOf(`${START} w KQkq - 0 1`);
  expect(placed.size).toBe(32);
  expect(placed.get("e1")).toBe("wk");
  expect(placed.get("d8")).toBe("bq");
  expect(boardOf(placed)).toBe(START);
  expect(boardOf(new Map())).toBe("8/8/8/8/8/8/8/8");
  expect(boardOf(placementOf("7k/6q1/8/8/8/8/PP6/1KB5"))).toBe("7k/6q1/8/8/8/8/PP6/1KB5");
});

test("a moved piece keeps its key, and a captured one disappears", () => {
  const before = track([], placementOf("4k3/8/8/3p4/4P3/8/8/4K3"));
  const pawn = before.find(({ square }) => square === "e4");
  const after = track(before, placementOf("4k3/8/8/3P4/8/8/8/4K3"));
  expect(after).toHaveLength(3);
  expect(after.find(({ square }) => square === "d5")?.key).toBe(pawn?.key);
});

test("of two equal pieces, the nearer one moves", () => {
  const before = track([], placementOf("8/8/8/8/8/8/8/R6R"));
  const near = before.find(({ square }) => square === "h1");
  const after = track(before, placementOf("8/8/8/8/8/8/8/R4R2"));
  expect(after.find(({ square }) => square === "f1")?.key).toBe(near?.key);
});
