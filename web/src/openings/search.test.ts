import { expect, test } from "vitest";
import type { KeptMatch, KeptSearch } from "../api/types";
import { joined } from "./search";
import { patternOf } from "./SearchDialog";

test("a pin pattern names the pieces in the order attacker, pinned, shielded", () => {
  expect(patternOf(["bishop", "knight", "queen"])).toBe("bishop > knight > queen");
  expect(patternOf(["any", "any", "king"])).toBe("any > any > king");
  expect(patternOf(["any", "any", "any"])).toBe("");
});

test("the parts of a search add up, and the first 200 matches are listed", () => {
  const match = (number: number): KeptMatch => ({
    game: null,
    import: 1,
    number,
    white: null,
    black: null,
    result: "*",
    date: null,
    opening: null,
    ply: 0,
    fen: "",
  });
  const part = (first: number, matches: number, next: string | null): KeptSearch => ({
    matches: Array.from({ length: matches }, (_, index) => match(first + index)),
    games: matches,
    searched: 500,
    next,
    kept: 900,
    omitted: 0,
  });
  const begun = joined(null, part(1, 150, "import-1-500"));
  expect(begun).toMatchObject({ games: 150, searched: 500, kept: 900, unfinished: true });
  const all = joined(begun, part(501, 100, null));
  expect(all).toMatchObject({ games: 250, searched: 1000, unfinished: false });
  expect(all.matches.map((each) => each.number)).toEqual(
    [...Array(150).keys()].map((index) => index + 1).concat([...Array(50).keys()].map((index) => index + 501)),
  );
});
