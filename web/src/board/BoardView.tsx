/** The board in three layers: squares and marks, cm-chessboard's pieces, lines. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Square } from "../api/types";
import { moveByHand, refuse } from "../state/moves";
import { shownPins } from "../game/relevance";
import { allPins, boardReset, flipped, lit, movable, node, position, promoting, refusal, showPins, spoken } from "../store";
import { Board } from "./board";
import { neighbour, squaresOf } from "./geometry";
import { Lines } from "./Lines";
import { Squares } from "./Squares";
import { Promotion } from "./Promotion";
import { squareInWords } from "./words";

const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

export function BoardView() {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  /** Whether a position was shown before; the first one is not animated. */
  const shown = useRef(false);
  /** The dragged piece, the square under it, and the square of the keyboard cursor. */
  const picked = useSignal<Square | null>(null);
  const over = useSignal<Square | null>(null);
  const cursor = useSignal<Square | null>(null);

  useEffect(() => {
    if (!host.current) return undefined;
    const made = new Board(host.current, position.peek()?.fen ?? EMPTY, flipped.peek(), {
      pick: (square) => (picked.value = square),
      over: (square) => (over.value = square),
      move: moveByHand,
      refuse: (from, to) => void refuse(from, to),
      targets: (square) => (movable.peek() ? squaresOf(position.peek()?.moves[square] ?? "") : null),
    });
    board.current = made;
    return () => made.destroy();
  }, []);

  useSignalEffect(() => {
    const fen = position.value?.fen;
    // Subscribes to this signal, so that a rejected move is undone on the board.
    void boardReset.value;
    picked.value = null;
    const animated = shown.current && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!fen) return;
    shown.current = true;
    board.current?.show({ fen, flipped: flipped.value, animated, movable: movable.value });
  });

  function tell(square: Square): void {
    spoken.value = squareInWords(square, board.current?.pieceOn(square) ?? null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = cursor.value;
    if (at === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const stepBy = STEPS[event.key];
    if (stepBy) {
      cursor.value = neighbour(at, stepBy[0], stepBy[1], flipped.value);
      tell(cursor.value);
    } else if (event.key === "Enter" || event.key === " ") {
      choose(at);
    } else if (event.key === "Escape" && picked.value) {
      picked.value = null;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function choose(square: Square): void {
    const from = picked.value;
    const moves = movable.value ? position.value?.moves : undefined;
    if (from && squaresOf(moves?.[from] ?? "").includes(square)) {
      picked.value = null;
      moveByHand(from, square);
    } else if (from && square !== from && !moves?.[square]) {
      picked.value = null;
      void refuse(from, square);
    } else if (square !== from && moves?.[square]) {
      picked.value = square;
      spoken.value = `${squareInWords(square, board.current?.pieceOn(square) ?? null)}, may go to ${squaresOf(moves[square]).join(", ")}`;
    } else {
      picked.value = null;
    }
  }

  const at = position.value;
  const pins = showPins.value ? shownPins(at?.pins ?? [], allPins.value) : [];
  return (
    <div
      class={`chessboard ${movable.value ? "may-move" : ""}`}
      tabIndex={0}
      role="application"
      aria-label="Chess board. Arrow keys go from square to square, Enter picks a piece up and puts it down."
      onMouseDown={(event) => {
        // Keeps the focus, so that the arrow keys still navigate the move list.
        if (!(event.target as Element).closest(".promotion")) event.preventDefault();
        cursor.value = null;
      }}
      onFocus={(event) => {
        if (event.target === event.currentTarget) {
          cursor.value ??= at?.turn === "black" ? "e7" : "e2";
          tell(cursor.value);
        }
      }}
      onBlur={() => (cursor.value = null)}
      onKeyDown={onKeyDown}
    >
      <Squares
        flipped={flipped.value}
        last={[node.value?.from, node.value?.to].filter((square) => square != null)}
        check={at?.check ?? null}
        picked={picked.value}
        targets={picked.value ? squaresOf(at?.moves[picked.value] ?? "") : []}
        taken={(square) => board.current?.pieceOn(square) != null}
        over={over.value}
        cursor={cursor.value}
        reasons={refusal.value?.squares ?? []}
      />
      <div class="pieces" ref={host} />
      <Lines flipped={flipped.value} pins={pins} lit={lit.value} shapes={node.value?.shapes ?? []} />
      {promoting.value && at && <Promotion color={at.turn} to={promoting.value.to} flipped={flipped.value} />}
    </div>
  );
}
