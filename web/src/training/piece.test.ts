import { expect, test } from "vitest";
import { pieceAt } from "./piece";

test("finds the pieces of a FEN", () => {
  const fen = "3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 3 13";
  expect(["d8", "a7", "d7", "b5", "c1", "h1", "h8"].map((square) => pieceAt(fen, square))).toEqual(["br", "bp", "bn", "wb", "wk", "wr", "br"]);
  expect(["a8", "c7", "h5", "a1", "e1", "d4"].map((square) => pieceAt(fen, square))).toEqual([null, null, null, null, null, null]);
});
