/** The layer below the pieces: squares, last move, check, target squares, coordinates. */

import type { Square } from "../api/types";
import { centre, cornerOf } from "./geometry";

interface Props {
  flipped: boolean;
  last: Square[];
  check: Square | null;
  picked: Square | null;
  targets: Square[];
  taken(square: Square): boolean;
  over: Square | null;
  cursor: Square | null;
  /** The squares that the reason of a refused move names. */
  reasons: Square[];
  /** The squares of a premove. */
  premove: Square[];
}

const DARK = Array.from({ length: 32 }, (_, i) => ({ x: (i % 4) * 2 + 1 - (Math.floor(i / 4) % 2), y: Math.floor(i / 4) }))
  .map(({ x, y }) => `M${x * 100} ${y * 100}h100v100h-100z`)
  .join("");

function Tile({ square, flipped, kind }: { square: Square; flipped: boolean; kind: string }) {
  const { x, y } = cornerOf(square, flipped);
  return <rect class={kind} x={x * 100} y={y * 100} width="100" height="100" />;
}

export function Squares(props: Props) {
  const { flipped } = props;
  const along = [0, 1, 2, 3, 4, 5, 6, 7];
  return (
    <svg class="squares" viewBox="0 0 800 800" aria-hidden="true">
      <rect class="light" width="800" height="800" />
      <path class="dark" d={DARK} />
      {props.last.map((square) => (
        <Tile key={square} square={square} flipped={flipped} kind="last-move" />
      ))}
      {props.premove.map((square) => (
        <Tile key={square} square={square} flipped={flipped} kind="premove" />
      ))}
      {props.check && <circle class="in-check" cx={centre(props.check, flipped).x * 100} cy={centre(props.check, flipped).y * 100} r="54" />}
      {props.picked && <Tile square={props.picked} flipped={flipped} kind="picked" />}
      {props.over && props.targets.includes(props.over) && <Tile square={props.over} flipped={flipped} kind="over" />}
      {props.targets.map((square) => {
        const { x, y } = centre(square, flipped);
        const taken = props.taken(square);
        return <circle key={square} class={taken ? "target taking" : "target"} cx={x * 100} cy={y * 100} r={taken ? 44 : 15} />;
      })}
      {along.map((i) => (
        <text key={`rank${i}`} class={i % 2 ? "on-dark" : "on-light"} x="5" y={i * 100 + 22}>
          {flipped ? i + 1 : 8 - i}
        </text>
      ))}
      {along.map((i) => (
        <text key={`file${i}`} class={i % 2 ? "on-light" : "on-dark"} x={i * 100 + 94} y="793" text-anchor="end">
          {String.fromCharCode(97 + (flipped ? 7 - i : i))}
        </text>
      ))}
      {props.reasons.map((square) => (
        <Tile key={square} square={square} flipped={flipped} kind="reason" />
      ))}
      {props.cursor && <Tile square={props.cursor} flipped={flipped} kind="cursor casing" />}
      {props.cursor && <Tile square={props.cursor} flipped={flipped} kind="cursor" />}
    </svg>
  );
}
