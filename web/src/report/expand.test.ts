import { expect, test } from "vitest";
import type { ReportEntry, ReportGame } from "../api/types";
import { expand } from "./expand";

const ENTRY: ReportEntry = {
  number: 1,
  file: null,
  white: "Anna",
  black: null,
  elo: [null, null],
  event: null,
  date: null,
  result: "1-0",
  plies: 2,
  tally: null,
  causes: null,
};
const START = "4k3/4n3/8/8/8/8/4R3/6K1";

const GAME = {
  faults: ["wrong"],
  comment: "before",
  start: START,
  moves: [
    ["1.", "Re4", "4k3/4n3/8/8/4R3/8/8/6K1", "e2", "e4", null, "!", "good"],
    ["1...", "Kf7", "8/4nk2/8/8/4R3/8/8/6K1", "e8", "f7", null, "", ""],
  ],
  pins: [
    {
      kind: "absolute",
      by: "w",
      line: "Re2 > Ne7 > Ke8",
      path: [
        [0, "e2e7e8"],
        [1, "e4e7e8"],
      ],
      until: 2,
      cause: null,
      own: false,
      says: "a pin",
      end: "released",
      why: "moved",
      lost: null,
    },
  ],
  coach: null,
} as unknown as ReportGame;

test("a pin follows its pieces and ends with the move that releases it", () => {
  const { state, line } = expand(ENTRY, GAME, 0);
  const pins = (ply: number): string[] => (state.nodes.get(ply)?.position?.pins ?? []).map((pin) => `${pin.status} ${pin.attacker.square}`);
  expect([pins(0), pins(1), pins(2)]).toEqual([["standing e2"], ["kept e4"], []]);
  expect(state.nodes.get(2)?.position?.released.map((pin) => [pin.sentence, pin.attacker.square])).toEqual([["released", "e4"]]);
  expect(line.stories.map(({ from, to, color }) => [from, to, color])).toEqual([[0, 1, "white"]]);
});

test("nodes have numbers, sides, comments and captured pieces", () => {
  const { state } = expand(ENTRY, GAME, 0);
  expect([...state.nodes.values()].map(({ number, color, san }) => [number, color, san])).toEqual([
    [0, null, null],
    [1, "white", "Re4"],
    [1, "black", "Kf7"],
  ]);
  expect(state.nodes.get(1)?.comments).toEqual([{ place: "after", text: "good" }]);
  expect(state.header.tags).toEqual({ White: "Anna" });
  expect(state.diagnostics).toHaveLength(1);
  const taken = expand(ENTRY, { ...GAME, moves: [["1.", "Rxe7+", "4k3/4R3/8/8/8/8/8/6K1", "e2", "e7", "e8", "", ""]], pins: [] } as unknown as ReportGame, 0);
  expect(taken.state.nodes.get(1)?.position).toMatchObject({ captured: { white: "", black: "n" }, balance: 5, check: "e8", turn: "black" });
});

test("a game without a legal start has no moves", () => {
  const { state } = expand(ENTRY, { ...GAME, start: null, moves: null, pins: null }, 0);
  expect(state.nodes.size).toBe(1);
});
