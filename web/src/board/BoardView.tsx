/** The board in three layers: squares and marks, pieces, lines. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Shape, Square } from "../api/types";
import { moveByHand, refuse, toggleShape } from "../state/moves";
import { goBack, goOn } from "../state/view";
import { wheelSteps } from "../settings";
import { shownPins } from "../game/relevance";
import { bestMove, pinsHere, preview } from "../review/store";
import { allPins, boardReset, flipped, game, lit, movable, node, position, premovable, premove, promoting, refusal, showPins, spoken } from "../store";
import { neighbour, type Point, squaresOf } from "./geometry";
import { type Modifiers, watchGestures } from "./gesture";
import { Lines } from "./Lines";
import { Pieces } from "./Pieces";
import { type Placement, placementOf } from "./placement";
import { Promotion } from "./Promotion";
import { Squares } from "./Squares";
import { squareInWords } from "./words";

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** The pause between two steps by the mouse wheel, in milliseconds. */
const WHEEL_PAUSE = 40;

/** The colour of a drawn shape: green, with Shift or Ctrl red, with Alt blue, with both yellow. */
export function paintOf({ shiftKey, ctrlKey, altKey }: Modifiers): Shape["color"] {
  if (altKey) return shiftKey || ctrlKey ? "yellow" : "blue";
  return shiftKey || ctrlKey ? "red" : "green";
}

/** The pieces, with a move that the server has not confirmed yet. */
function placedWith(placed: Placement, move: { from: Square; to: Square } | null): Placement {
  const piece = move && placed.get(move.from);
  // Castling is entered as king onto rook too: both pieces are drawn when the server has answered.
  if (!move || !piece || placed.get(move.to)?.charAt(0) === piece.charAt(0)) return placed;
  const after = new Map(placed).set(move.to, piece);
  after.delete(move.from);
  return after;
}

export function BoardView() {
  const host = useRef<HTMLDivElement>(null);
  /** The picked piece, and whether the current press picked it. */
  const picked = useSignal<Square | null>(null);
  const fresh = useRef(false);
  const dragged = useSignal<{ square: Square; point: Point } | null>(null);
  const over = useSignal<Square | null>(null);
  /** The square of the keyboard cursor. */
  const cursor = useSignal<Square | null>(null);
  const sent = useSignal<{ from: Square; to: Square } | null>(null);
  const drawing = useSignal<Shape | null>(null);

  const pieceOn = (square: Square): string | undefined => placementOf(position.peek()?.fen ?? "").get(square);
  const targets = (square: Square): Square[] => (movable.peek() ? squaresOf(position.peek()?.moves[square] ?? "") : []);
  const isOwn = (square: Square): boolean => {
    const side = movable.peek() ?? premovable.peek();
    return !preview.peek() && side !== null && pieceOn(square)?.charAt(0) === side.charAt(0);
  };

  useSignalEffect(() => {
    void position.value?.fen;
    // Subscribes to this signal, so that a rejected move is undone on the board.
    void boardReset.value;
    picked.value = dragged.value = over.value = sent.value = null;
  });

  /** Plays a move of the picked piece, or stores it as a premove. Returns whether it was one. */
  function attempt(from: Square, to: Square): boolean {
    if (premovable.peek()) {
      premove.value = { from, to };
      return true;
    }
    if (!targets(from).includes(to)) return false;
    if (!position.peek()?.promotions.includes(from + to)) sent.value = { from, to };
    moveByHand(from, to);
    return true;
  }

  function press(square: Square): boolean {
    if (promoting.peek()) return false;
    cursor.value = null;
    premove.value = null;
    const from = picked.peek();
    fresh.current = from !== square;
    if (from && from !== square) {
      picked.value = null;
      if (targets(from).includes(square) && attempt(from, square)) return false;
      if (!isOwn(square)) {
        if (!attempt(from, square)) void refuse(from, square);
        return false;
      }
    }
    // Also a piece without a legal move: the attempt tells why.
    if (!isOwn(square)) return false;
    picked.value = square;
    return true;
  }

  function release(square: Square | null, wasDragged: boolean): void {
    const from = picked.peek();
    dragged.value = over.value = null;
    if (!from) return;
    if (!wasDragged) {
      if (!fresh.current) picked.value = null;
      return;
    }
    picked.value = null;
    if (square && square !== from && !attempt(from, square)) void refuse(from, square);
  }

  useEffect(() => {
    if (!host.current) return undefined;
    return watchGestures(host.current, () => flipped.peek(), {
      press,
      release,
      drag: (point, square) => {
        const from = picked.peek();
        if (from) dragged.value = { square: from, point };
        over.value = square;
      },
      cancel: () => (picked.value = dragged.value = over.value = null),
      draw: (from, to, keys) => {
        picked.value = null;
        drawing.value = to === null ? null : { from, to: to === from ? null : to, color: paintOf(keys) };
      },
      drawn: (from, to, keys) => {
        drawing.value = null;
        // A click with the right button takes a premove back.
        if (premove.peek()) premove.value = null;
        else if (to) toggleShape({ from, to: to === from ? null : to, color: paintOf(keys) });
      },
      claims: (square) => picked.peek() !== null || isOwn(square),
    });
  }, []);

  const wheeled = useRef(0);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    function onWheel(event: WheelEvent): void {
      if (!wheelSteps.peek() || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      if (event.timeStamp - wheeled.current < WHEEL_PAUSE) return;
      wheeled.current = event.timeStamp;
      if (event.deltaY > 0) goOn();
      else goBack();
    }
    // Not passive: the page must not scroll.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  function tell(square: Square): void {
    spoken.value = squareInWords(square, pieceOn(square) ?? null);
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
    } else if (event.key === "Escape" && (picked.value || premove.value)) {
      picked.value = premove.value = null;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function choose(square: Square): void {
    const from = picked.value;
    premove.value = null;
    if (from && square !== from && (targets(from).includes(square) || !isOwn(square))) {
      picked.value = null;
      if (!attempt(from, square)) void refuse(from, square);
    } else if (square !== from && isOwn(square)) {
      picked.value = square;
      const may = targets(square).join(", ");
      spoken.value = `${squareInWords(square, pieceOn(square) ?? null)}${may ? `, may go to ${may}` : ""}`;
    } else {
      picked.value = null;
    }
  }

  const at = position.value;
  const seen = preview.value;
  const placed = placementOf(seen?.fen ?? at?.fen ?? "");
  const pins = showPins.value && !seen ? shownPins(pinsHere.value.pins, allPins.value || !game.value) : [];
  const shapes = seen ? [] : [...(node.value?.shapes ?? []), ...(drawing.value ? [drawing.value] : [])];
  const side = seen ? null : (movable.value ?? premovable.value);
  return (
    <div
      class={`chessboard ${side ? "may-move" : ""}`}
      ref={host}
      tabIndex={0}
      role="application"
      aria-label="Chess board. Arrow keys go from square to square, Enter picks a piece up and puts it down."
      onMouseDown={(event) => {
        // Keeps the focus, so that the arrow keys still navigate the move list.
        if (!(event.target as Element).closest(".promotion")) event.preventDefault();
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
        last={(seen ? [seen.from, seen.to] : [node.value?.from, node.value?.to]).filter((square) => square != null)}
        check={(!seen && at?.check) || null}
        picked={picked.value}
        targets={picked.value && movable.value ? squaresOf(at?.moves[picked.value] ?? "") : []}
        taken={(square) => placed.has(square)}
        over={over.value}
        cursor={cursor.value}
        reasons={refusal.value?.squares ?? []}
        premove={premove.value ? [premove.value.from, premove.value.to] : []}
      />
      <Pieces
        placed={seen ? placed : placedWith(placed, sent.value ?? promoting.value)}
        flipped={flipped.value}
        movable={seen ? null : movable.value}
        dragged={dragged.value}
      />
      <Lines flipped={flipped.value} pins={pins} lit={seen ? null : lit.value} shapes={shapes} best={seen ? null : bestMove.value} />
      {promoting.value && at && <Promotion color={at.turn} to={promoting.value.to} flipped={flipped.value} />}
    </div>
  );
}
