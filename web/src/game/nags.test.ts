import { expect, test } from "vitest";
import { choicesOf, NAG_GROUPS, nagText, nagWords, withNag } from "./nags";

test("usual NAGs are shown as signs that every font has, others as PGN writes them", () => {
  const text = (number: number, glyph: string | null = null) => nagText({ number, glyph });
  expect([1, 2, 3, 4, 5, 6].map((number) => text(number))).toEqual(["!", "?", "!!", "??", "!?", "?!"]);
  expect(text(14, "⩲")).toBe("+=");
  expect(text(9)).toBe("worst");
  expect(text(99)).toBe("$99");
  expect(nagWords({ number: 14 })).toBe("White is slightly better");
});

test("a move has one sign for itself and one for the position", () => {
  expect(withNag([1], 2)).toEqual([2]);
  expect(withNag([2, 14], 18)).toEqual([2, 18]);
  expect(withNag([2, 14], 2)).toEqual([14]);
  expect(withNag([36], 146)).toEqual([36, 146]);
});

test("signs with a side follow the mover", () => {
  const also = NAG_GROUPS[2]![1];
  expect(choicesOf(also, "white").map(({ number }) => number)).toContain(36);
  expect(choicesOf(also, "black").map(({ number }) => number)).toContain(37);
  // The opponent of the mover is in zugzwang.
  expect(choicesOf(also, "white").find(({ words }) => words.includes("zugzwang"))?.words).toBe("Black is in zugzwang");
});
