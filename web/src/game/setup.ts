/** The state of the board editor and its FEN. It knows no rules: the server names the faults. */

import type { Color, Square } from "../api/types";
import { boardOf, type Placement, placementOf } from "../board/placement";

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";

export interface Setup {
  placed: Placement;
  turn: Color;
  /** The castling field, such as `KQ` or, in Chess960, `HAha`; empty for none. */
  castling: string;
  /** The en passant square; empty for none. */
  enPassant: string;
  /** The counters of the FEN, such as `0 1`. */
  counters: string;
}

/** Splits a FEN into its fields; missing fields get their defaults. */
export function setupOf(fen: string): Setup {
  const [board = "", turn = "w", castling = "-", enPassant = "-", ...counters] = fen.trim().split(/\s+/);
  return {
    placed: placementOf(board),
    turn: turn === "b" ? "black" : "white",
    castling: castling === "-" ? "" : castling,
    enPassant: enPassant === "-" ? "" : enPassant,
    counters: counters.slice(0, 2).join(" ") || "0 1",
  };
}

export function fenOf({ placed, turn, castling, enPassant, counters }: Setup): string {
  return [boardOf(placed), turn === "white" ? "w" : "b", castling || "-", enPassant || "-", counters].join(" ");
}

/** Puts a piece on a square, or removes the one there with null. */
export function withPiece(setup: Setup, square: Square, id: string | null): Setup {
  const placed = new Map(setup.placed);
  if (id === null) placed.delete(square);
  else placed.set(square, id);
  return { ...setup, placed };
}

/** Moves a piece to another square, or off the board with null. */
export function withMove(setup: Setup, from: Square, to: Square | null): Setup {
  const id = setup.placed.get(from);
  if (id === undefined || from === to) return setup;
  const without = withPiece(setup, from, null);
  return to === null ? without : withPiece(without, to, id);
}

/** Adds a castling right, or removes it. */
export function withCastling(setup: Setup, letter: string, has: boolean): Setup {
  const letters = new Set(setup.castling);
  if (has) letters.add(letter);
  else letters.delete(letter);
  const order = "KQkq";
  return { ...setup, castling: [...letters].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join("") };
}

/** Swaps the sides: mirrors the board and changes the colour of all pieces and of the side to move. */
export function mirrored(setup: Setup): Setup {
  const swap = (id: string): string => (id.startsWith("w") ? "b" : "w") + id.charAt(1);
  const across = (square: Square): Square => square.charAt(0) + (9 - Number(square.charAt(1)));
  const placed = new Map([...setup.placed].map(([square, id]) => [across(square), swap(id)]));
  const castling = [...setup.castling].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()));
  return {
    ...setup,
    placed,
    turn: setup.turn === "white" ? "black" : "white",
    castling: castling.sort((a, b) => "KQkq".indexOf(a) - "KQkq".indexOf(b)).join(""),
    enPassant: setup.enPassant ? across(setup.enPassant) : "",
  };
}
