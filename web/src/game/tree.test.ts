import { expect, test } from "vitest";
import type { Change } from "../api/types";
import { game, header, node } from "./fixtures";
import {
  applyChange,
  endOf,
  fromGame,
  hasLowerSibling,
  isMainline,
  lineThrough,
  moveTitle,
  nearest,
  nextOf,
  parentOf,
  pathTo,
  siblingOf,
  withNode,
  withThinking,
} from "./tree";

// 1 e4, 2 e5, 3 c5, 4 Nf3 (after c5), 5 e6, 6 Nf3 (after e5)
const state = fromGame(game("e4 e5 (c5 Nf3) (e6) Nf3"));

function change(version: number, over: Partial<Change> = {}): Change {
  return { game: 1, version, header: header({ version }), nodes: [], removed: [], children: {}, node: 0, ...over };
}

test("a path runs from the root to the node, a line continues by first children", () => {
  expect(pathTo(state, 4)).toEqual([0, 1, 3, 4]);
  expect(lineThrough(state, 0)).toEqual([0, 1, 2, 6]);
  expect(lineThrough(state, 3)).toEqual([0, 1, 3, 4]);
  expect(endOf(state, 1)).toBe(6);
  expect(endOf(state, 5)).toBe(5);
});

test("back stops at the root, forward stops at the end", () => {
  expect(parentOf(state, 0)).toBeNull();
  expect(parentOf(state, 3)).toBe(1);
  expect(nextOf(state, 1)).toBe(2);
  expect(nextOf(state, 6)).toBeNull();
});

test("sideways navigation cycles through siblings", () => {
  expect(siblingOf(state, 2, 1)).toBe(3);
  expect(siblingOf(state, 5, 1)).toBe(2);
  expect(siblingOf(state, 2, -1)).toBe(5);
  expect(siblingOf(state, 1, 1)).toBeNull();
  expect(siblingOf(state, 0, 1)).toBeNull();
});

test("the mainline consists of first children only", () => {
  expect([0, 1, 2, 6].every((id) => isMainline(state, id))).toBe(true);
  expect([3, 4, 5].some((id) => isMainline(state, id))).toBe(false);
});

test("the next change adds nodes and sets the order of children", () => {
  const added = { ...node(7, 6, 4, "Nc6") };
  const after = applyChange(state, change(2, { nodes: [added], children: { "6": [7] }, node: 7 }));
  if (typeof after === "string") throw new Error(after);
  expect(after.header.version).toBe(2);
  expect(lineThrough(after, 0)).toEqual([0, 1, 2, 6, 7]);
  expect(state.nodes.has(7)).toBe(false);
  expect(state.nodes.get(6)?.children).toEqual([]);
});

test("a change can remove nodes", () => {
  const after = applyChange(state, change(2, { removed: [3, 4], children: { "1": [2, 5] } }));
  if (typeof after === "string") throw new Error(after);
  expect([...after.nodes.keys()]).toEqual([0, 1, 2, 5, 6]);
  expect(siblingOf(after, 2, 1)).toBe(5);
  expect(nearest(state, after, 4)).toBe(1);
  expect(nearest(state, after, 6)).toBe(6);
});

test("an old change is ignored, one after a gap requires a reload", () => {
  expect(applyChange(state, change(1))).toBe("old");
  expect(applyChange(state, change(0))).toBe("old");
  expect(applyChange(state, change(3))).toBe("gap");
});

test("a header change keeps the same nodes object, so nothing renders again", () => {
  const after = applyChange(state, change(2));
  if (typeof after === "string") throw new Error(after);
  expect(after.nodes).toBe(state.nodes);
});

test("a node loaded later is filled in unless it was deleted meanwhile", () => {
  const late = { ...node(4, 3, 3, "Nf3"), clock: "0:01:00" };
  expect(withNode(state, late).nodes.get(4)?.clock).toBe("0:01:00");
  expect(withNode(state, { ...late, id: 99 }).nodes.has(99)).toBe(false);
});

test("a heading names the move", () => {
  expect(moveTitle(state.nodes.get(1)!)).toBe("1. e4");
  expect(moveTitle(state.nodes.get(2)!)).toBe("1... e5");
  expect(moveTitle(state.nodes.get(0)!)).toBeNull();
});

test("the thinking computer can be set between changes, and a change overwrites it", () => {
  const thinking = withThinking(state, "black");
  expect(thinking.header.play.thinking).toBe("black");
  expect(thinking.nodes).toBe(state.nodes);
  expect(withThinking(thinking, "black")).toBe(thinking);
  expect(withThinking(thinking, null).header.play.thinking).toBeNull();
  const after = applyChange(thinking, change(2));
  expect(typeof after === "string" ? after : after.header.play.thinking).toBeNull();
});

test("a line can be moved down if an alternative follows it", () => {
  expect([1, 2, 3, 4, 5, 6].map((id) => hasLowerSibling(state, id))).toEqual([false, true, true, true, false, true]);
});
