import { expect, test } from "vitest";
import { header } from "./game/fixtures";
import {
  balanceOf,
  barShare,
  count,
  dateOf,
  duration,
  fenIn,
  givenName,
  groups,
  known,
  parseScore,
  playerName,
  plural,
  resultText,
  seatName,
  shortScore,
  when,
  withoutNumber,
} from "./format";

test("scores parse in the formats of PGN and the server", () => {
  expect(parseScore("+0.35")).toEqual({ cp: 35 });
  expect(parseScore("-1.2")).toEqual({ cp: -120 });
  expect(parseScore("#-3")).toEqual({ mate: -3 });
  expect(parseScore("#4")).toEqual({ mate: 4 });
  expect(parseScore("")).toBeNull();
  expect(parseScore("?")).toBeNull();
});

test("the eval bar is even at 0, full at mate, and symmetric", () => {
  expect(barShare({ cp: 0 })).toBe(0.5);
  expect(barShare({ mate: 2 })).toBe(1);
  expect(barShare({ mate: -2 })).toBe(0);
  expect(barShare({ cp: 150 }) + barShare({ cp: -150 })).toBeCloseTo(1);
  expect(barShare({ cp: 150 })).toBeGreaterThan(barShare({ cp: 50 }));
});

test("the score on the eval bar is short", () => {
  expect(shortScore({ cp: 40 })).toBe("0.4");
  expect(shortScore({ cp: -1234 })).toBe("12");
  expect(shortScore({ mate: -3 })).toBe("#3");
});

test("large numbers and durations have units", () => {
  expect([950, 1234, 99_949, 123_456, 999_949, 1_500_000].map(count)).toEqual(["950", "1.2k", "99.9k", "123k", "1000k", "1.5M"]);
  expect([80, 999, 1500, 59_000, 61_000, 125_000].map(duration)).toEqual(["80 ms", "999 ms", "1.5 s", "59.0 s", "1:01 min", "2:05 min"]);
});

test("today is shown as a time, other days as a date, other years with the year", () => {
  const now = new Date(2026, 5, 15, 18, 0).getTime();
  expect(when(new Date(2026, 5, 15, 9, 5).getTime(), now)).toMatch(/9.05/);
  expect(when(new Date(2026, 2, 3).getTime(), now)).not.toMatch(/2026/);
  expect(when(new Date(2019, 2, 3).getTime(), now)).toMatch(/2019/);
});

test("only the side that is ahead has a material balance", () => {
  expect(balanceOf("white", 3)).toBe("+3");
  expect(balanceOf("black", 3)).toBe("");
  expect(balanceOf("black", -2)).toBe("+2");
  expect(balanceOf("white", 0)).toBe("");
});

test("captured pieces are grouped by role", () => {
  expect(groups("qrrppp")).toEqual([
    { letter: "q", count: 1 },
    { letter: "r", count: 2 },
    { letter: "p", count: 3 },
  ]);
  expect(groups("")).toEqual([]);
});

test("a player is named by tag, else by computer, else by colour", () => {
  const { play } = header();
  const about = {
    name: "",
    version: "",
    read_only: false,
    notices: [],
    limits: { json_bytes: 0, import_bytes: 0, nodes: 0 },
    players: [{ id: "search", name: "Search", levels: [1, 10] as [number, number], analysis: true }],
  };
  const computer = { ...play, black: { player: "search", level: 4 } };
  expect(playerName("white", { White: "Anna" }, play, null)).toBe("Anna");
  expect(playerName("white", { White: "?" }, play, null)).toBe("White");
  expect(playerName("black", {}, computer, about)).toBe("Search, level 4");
  expect(seatName({ player: "engine:stockfish", time: 1000 }, null)).toBe("stockfish, 1.0 s");
});

test("a FEN is found in a text, with missing fields and in lichess's links", () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  expect(fenIn(start)).toBe(start);
  expect(fenIn("  7k/6q1/8/8/8/8/8/1KB5 w - -\n")).toBe("7k/6q1/8/8/8/8/8/1KB5 w - -");
  expect(fenIn("7k/6q1/8/8/8/8/8/1KB5")).toBe("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1");
  expect(fenIn("https://lichess.org/analysis/standard/7k/6q1/8/8/8/8/8/1KB5_w_-_-_0_1?color=white")).toBe("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1");
  expect(fenIn("1. e4 e5 *")).toBeNull();
  expect(fenIn('[FEN "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1"]\n\n1. Bb2 *')).toBeNull();
});

test("a typed move may have its number", () => {
  expect(["1.Nf3", "3... Bg4", " e4 ", "12. O-O"].map(withoutNumber)).toEqual(["Nf3", "Bg4", "e4", "O-O"]);
});

test("unknown parts of dates are omitted and results are typeset", () => {
  expect(dateOf({ Date: "1858.??.??" })).toBe("1858");
  expect(dateOf({ Date: "1930.01.25" })).toBe("1930.01.25");
  expect([dateOf({ Date: "????.??.??" }), dateOf({})]).toEqual([null, null]);
  expect([known("?"), known(undefined), known("Paris")]).toEqual([null, null, "Paris"]);
  expect(["1-0", "0-1", "1/2-1/2", "*"].map(resultText)).toEqual(["1–0", "0–1", "½–½", "*"]);
});

test("plurals depend on the count", () => {
  expect([plural(1, "game"), plural(3000, "game"), plural(0, "fault")]).toEqual(["1 game", "3,000 games", "0 faults"]);
});

test("a default name does not count as a given name", () => {
  expect(givenName(header({ id: 7, name: "Game 7", tags: {} }))).toBe("");
  expect(givenName(header({ name: "Anna - ?", tags: { White: "Anna" } }))).toBe("");
  expect(givenName(header({ name: "Anna - Ben", tags: { White: "Anna", Black: "Ben" } }))).toBe("");
  expect(givenName(header({ name: "At the club", tags: { White: "Anna", Black: "?" } }))).toBe("At the club");
});
