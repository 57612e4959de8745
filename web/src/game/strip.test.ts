import { expect, test } from "vitest";
import type { LineStory } from "../api/types";
import { pin } from "./fixtures";
import { columnAt, columnWidth, hasTick, storyLabel, stripRows, tickStep } from "./strip";

function story(from: number, to: number): LineStory {
  const { attacker, pinned, shielded, kind, relevance } = pin();
  return { kind, color: "white", attacker, pinned, shielded, relevance, from, to, cause: "created", ended: null, loss: null, sentence: `${from}-${to}` };
}

test("rows are sorted by the start of the pin, longer pins first", () => {
  const rows = stripRows({ nodes: [0, 1, 2, 3, 4], stories: [story(3, 4), story(1, 2), story(1, 4), story(0, 0)], openings: [] }, false);
  expect(rows.map((row) => row.story.sentence)).toEqual(["0-0", "1-4", "1-2", "3-4"]);
});

test("a row is named by its three pieces", () => {
  expect(storyLabel(story(0, 1))).toBe("Bb2 – Qg7 – Kh8");
  expect(storyLabel({ ...story(0, 1), pinned: { square: "f7", role: "pawn", color: "black" } })).toBe("Bb2 – f7 – Kh8");
});

test("columns share the width within a minimum and a maximum", () => {
  expect(columnWidth(80, 800)).toBe(10);
  expect(columnWidth(400, 800)).toBe(5);
  expect(columnWidth(3, 800)).toBe(22);
  expect(columnWidth(0, 800)).toBe(22);
});

test("a click maps to its column, also at the edges", () => {
  expect(columnAt(0, 10, 8)).toBe(0);
  expect(columnAt(9.9, 10, 8)).toBe(0);
  expect(columnAt(10, 10, 8)).toBe(1);
  expect(columnAt(-3, 10, 8)).toBe(0);
  expect(columnAt(500, 10, 8)).toBe(7);
});

test("number labels of the strip keep a minimum distance", () => {
  expect(tickStep(22)).toBe(1);
  expect(tickStep(5)).toBe(5);
  expect(tickStep(0.01)).toBe(100);
  const numbers = (step: number): number[] => [1, 2, 3, 4, 5, 6].filter((number) => hasTick(number, step));
  expect(numbers(1)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(numbers(2)).toEqual([2, 4, 6]);
  expect(numbers(5)).toEqual([1, 5]);
});
