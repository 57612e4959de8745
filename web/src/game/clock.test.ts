import { expect, test } from "vitest";
import { arrivalOf, clockText, controlOf, controlText, timeLeft } from "./clock";

const clock = { control: { base: 300, increment: 3 }, white: 60_000, black: 50_000, elapsed: 1_000 };

test("only the time of the side to move runs", () => {
  expect(timeLeft(clock, "white", "white", 500)).toBe(58_500);
  expect(timeLeft(clock, "black", "white", 500)).toBe(50_000);
  expect(timeLeft({ ...clock, elapsed: null }, "white", "white", 500)).toBe(60_000);
  expect(timeLeft(clock, "white", "white", 99_000)).toBe(0);
});

test("the arrival of a clock is remembered", () => {
  const one = { ...clock };
  expect(arrivalOf(one, 10)).toBe(10);
  expect(arrivalOf(one, 99)).toBe(10);
});

test("clocks show hours, and tenths at the end", () => {
  expect([3_600_000, 299_000, 60_000, 20_000, 9_340, 0].map(clockText)).toEqual(["1:00:00", "4:59", "1:00", "0:20", "0:09.3", "0:00.0"]);
});

test("time controls are minutes and seconds", () => {
  expect(controlOf("5+3")).toEqual({ base: 300, increment: 3 });
  expect(controlOf("0.5 + 0")).toEqual({ base: 30, increment: 0 });
  expect([controlOf("5"), controlOf(""), controlOf("a+b")]).toEqual([null, null, null]);
  expect(controlText({ base: 300, increment: 3 })).toBe("5+3");
  expect(controlText({ base: 30, increment: 0 })).toBe("0.5+0");
});
