import { expect, test } from "vitest";
import type { ProvedPin } from "../api/types";
import { pin } from "./fixtures";
import { matters, shownPins, withProof } from "./relevance";

test("pins that cost nothing are hidden unless all are wanted", () => {
  const pins = [pin(), pin({ relevance: "potential" }), pin({ relevance: null })];
  expect(pins.map(matters)).toEqual([true, false, true]);
  expect(shownPins(pins, false)).toHaveLength(2);
  expect(shownPins(pins, true)).toHaveLength(3);
});

test("search decides which pins matter, and adds pins to a mate", () => {
  const wordless = ({ sentence: _, explanation: __, ...rest }: ReturnType<typeof pin>, reason: string | null): ProvedPin => ({ ...rest, reason });
  const real = pin({ sentence: "one" });
  const other = pin({ sentence: "two", attacker: { square: "a1", role: "rook", color: "white" } });
  const proved = [
    wordless({ ...real, relevance: "potential" }, null),
    wordless({ ...other, relevance: "real" }, "If the queen moves, Rxh8 mates."),
    { ...wordless(pin(), "If the knight moves, Qxg7#."), kind: "situational_pin" as const, shielded: null },
  ];
  expect(withProof([real, other], null)).toEqual([real, other]);
  const shown = withProof([real, other], proved);
  expect(shown.map(({ relevance, reason }) => [relevance, reason])).toEqual([
    ["potential", null],
    ["real", "If the queen moves, Rxh8 mates."],
    ["real", null],
  ]);
  expect(shown[2]?.sentence).toBe("If the knight moves, Qxg7#.");
});
