import { expect, test } from "vitest";
import { pagesFor, visibleRange } from "./range";

test("only rows in sight, with some to spare, and never beyond the ends", () => {
  expect(visibleRange(0, 400, 40, 3000, 5)).toEqual([0, 15]);
  expect(visibleRange(40_000, 400, 40, 3000, 5)).toEqual([995, 1015]);
  expect(visibleRange(119_600, 400, 40, 3000, 5)).toEqual([2985, 3000]);
  expect(visibleRange(500, 400, 40, 0, 5)).toEqual([0, 0]);
});

test("pages are those that the rows touch", () => {
  expect(pagesFor(0, 15, 100)).toEqual([0]);
  expect(pagesFor(95, 115, 100)).toEqual([0, 1]);
  expect(pagesFor(0, 0, 100)).toEqual([]);
});
