/** The layer of the pieces. They glide to their new squares, unless the user prefers less motion. */

import { useRef } from "preact/hooks";
import type { Color, Square } from "../api/types";
import { cornerOf, type Point } from "./geometry";
import { type Placement, track, type Tracked } from "./placement";

interface Props {
  placed: Placement;
  flipped: boolean;
  /** The side whose pieces can be moved. */
  movable?: Color | null;
  /** The dragged piece and its centre. */
  dragged?: { square: Square; point: Point } | null;
}

export function Pieces({ placed, flipped, movable, dragged }: Props) {
  const before = useRef<Tracked[]>([]);
  before.current = track(before.current, placed);
  const turned = useRef(flipped);
  // Flipping the board moves every piece; only moves are animated.
  const still = turned.current !== flipped;
  turned.current = flipped;
  // The dragged piece is above the others.
  const order = dragged ? [...before.current].sort((a, b) => Number(a.square === dragged.square) - Number(b.square === dragged.square)) : before.current;
  return (
    <svg class={`pieces ${still ? "still" : ""}`} viewBox="0 0 800 800" aria-hidden="true" data-side={movable ?? undefined}>
      {order.map(({ key, id, square }) => {
        const held = dragged?.square === square;
        const { x, y } = held ? { x: dragged.point.x - 0.5, y: dragged.point.y - 0.5 } : cornerOf(square, flipped);
        return (
          <use
            key={key}
            class={held ? "piece dragged" : "piece"}
            href={`#${id}`}
            data-square={square}
            data-piece={id}
            style={{ transform: `translate(${Math.round(x * 100)}px, ${Math.round(y * 100)}px)` }}
          />
        );
      })}
    </svg>
  );
}
