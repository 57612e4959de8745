import { expect, test } from "vitest";
import { EMPTY, fenOf, mirrored, setupOf, START, withCastling, withMove, withPiece } from "./setup";

test("a FEN is split and joined without loss", () => {
  for (const fen of [START, EMPTY, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 7", "1kr5/8/8/8/8/8/8/1KR5 b Cc - 12 40"]) {
    expect(fenOf(setupOf(fen))).toBe(fen);
  }
});

test("missing fields get their defaults", () => {
  expect(fenOf(setupOf("8/8/8/8/8/8/8/K1k5"))).toBe("8/8/8/8/8/8/8/K1k5 w - - 0 1");
});

test("pieces are put, moved and taken off the board", () => {
  const one = withPiece(setupOf(EMPTY), "e4", "wn");
  expect(fenOf(one)).toBe("8/8/8/8/4N3/8/8/8 w - - 0 1");
  expect(fenOf(withMove(one, "e4", "f6"))).toBe("8/8/5N2/8/8/8/8/8 w - - 0 1");
  expect(fenOf(withMove(one, "e4", null))).toBe(EMPTY);
  expect(withMove(one, "a1", "a2")).toBe(one);
});

test("castling rights are written in the order of FEN", () => {
  let setup = setupOf(EMPTY);
  for (const letter of ["q", "K", "k"]) setup = withCastling(setup, letter, true);
  expect(setup.castling).toBe("Kkq");
  expect(withCastling(setup, "k", false).castling).toBe("Kq");
});

test("the sides are swapped", () => {
  expect(fenOf(mirrored(setupOf("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 7")))).toBe("r3k3/8/8/8/3Pp3/8/8/4K3 b q d3 0 7");
});
