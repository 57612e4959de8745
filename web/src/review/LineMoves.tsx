/** The moves of a line. A move that is hovered or focused shows its position on the board. */

import { useEffect, useRef } from "preact/hooks";
import type { Square } from "../api/types";
import { labels } from "../game/line";
import { preview } from "./store";

interface Props {
  /** The position in which the line starts. */
  fen: string;
  moves: { san: string; uci: string; fen: string }[];
  /** Plays the line up to a move. */
  onPlay?: (count: number) => void;
}

export function LineMoves({ fen, moves, onPlay }: Props) {
  const numbers = labels(fen, moves.length);
  const shown = useRef<typeof preview.value>(null);
  // A line that disappears, or gives way to that of another position, is left without an event.
  useEffect(
    () => () => {
      if (shown.current && preview.peek() === shown.current) preview.value = null;
    },
    [fen],
  );
  return (
    <span class="line-moves" onMouseLeave={() => (preview.value = null)}>
      {moves.map((move, index) => {
        const show = (): void => {
          preview.value = shown.current = { fen: move.fen, from: move.uci.slice(0, 2) as Square, to: move.uci.slice(2, 4) as Square };
        };
        return (
          <button
            type="button"
            key={index}
            class="line-move"
            title={onPlay ? "Play the line up to this move" : undefined}
            onMouseEnter={show}
            onFocus={show}
            onBlur={() => (preview.value = null)}
            onClick={() => {
              if (!onPlay) return show();
              preview.value = null;
              onPlay(index + 1);
            }}
          >
            {numbers[index] && <span class="number">{numbers[index]} </span>}
            {move.san}
          </button>
        );
      })}
    </span>
  );
}
