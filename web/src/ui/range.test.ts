import { expect, test } from "vitest";
import { pagesFor, visibleRange } from "./range";

test("the range covers the visible rows plus a margin, within the list", () => {
  expect(visibleRange(0, 400, 40, 3000, 5)).toEqual([0, 15]);
  expect(visibleRange(40_000, 400, 40, 3000, 5)).toEqual([995, 1015]);
  expect(visibleRange(119_600, 400, 40, 3000, 5)).toEqual([2985, 3000]);
  expect(visibleRange(500, 400, 40, 0, 5)).toEqual([0, 0]);
});

test("the pages are those that contain a row of the range", () => {
  expect(pagesFor(0, 15, 100)).toEqual([0]);
  expect(pagesFor(95, 115, 100)).toEqual([0, 1]);
  expect(pagesFor(0, 0, 100)).toEqual([]);
});
