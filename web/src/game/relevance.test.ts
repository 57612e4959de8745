import { expect, test } from "vitest";
import { pin } from "./fixtures";
import { shownPins } from "./relevance";

test("pins that cost nothing are shown only on request", () => {
  const [real, potential] = [pin(), pin({ relevance: "potential" })];
  expect(shownPins([real, potential], false)).toEqual([real]);
  expect(shownPins([real, potential], true)).toEqual([real, potential]);
});
