/** The layer above the pieces: pins, and arrows and circles from the PGN. */

import type { Placed, Shape, WordedPin } from "../api/types";
import { matters } from "../game/relevance";
import { arrowPath, centre, pinPath } from "./geometry";

type Triple = Pick<WordedPin, "kind" | "attacker" | "pinned" | "shielded">;
/** A pin with three pieces; a situational pin shields none. */
type LinePin<T extends Triple> = T & { shielded: Placed };

function isLine<T extends Triple>(pin: T): pin is LinePin<T> {
  return pin.shielded !== null;
}

function keyOf(pin: LinePin<Triple>): string {
  return pin.attacker.square + pin.pinned.square + pin.shielded.square;
}

function PinLine({ pin, flipped, state }: { pin: LinePin<Triple>; flipped: boolean; state: string }) {
  const path = pinPath(pin, flipped);
  return (
    <g class={`pin by-${pin.attacker.color} ${path.full ? "absolute" : "relative"} ${state}`} data-pin={keyOf(pin)}>
      <path class="halo" d={path.line} />
      <circle class="halo" cx={path.ring.x} cy={path.ring.y} r={path.ring.radius} />
      <path class="halo" d={path.head} />
      <path class="line" d={path.line} />
      <circle class="ring" cx={path.ring.x} cy={path.ring.y} r={path.ring.radius} />
      <path class="head" d={path.head} />
    </g>
  );
}

interface Props {
  flipped: boolean;
  pins: WordedPin[];
  lit: Triple | null;
  shapes: Shape[];
  /** The best move of the analysis in UCI notation. */
  best: string | null;
}

const TINTS = new Set(["green", "red", "yellow", "blue"]);

function BestMove({ uci, flipped }: { uci: string; flipped: boolean }) {
  const path = arrowPath(uci.slice(0, 2), uci.slice(2, 4), flipped);
  return (
    <g class="shape best" data-best={uci}>
      <path class="casing" d={path.line} />
      <path class="head casing" d={path.head} />
      <path d={path.line} />
      <path class="head" d={path.head} />
    </g>
  );
}

function ShapeView({ shape, flipped }: { shape: Shape; flipped: boolean }) {
  const tint = `shape ${TINTS.has(shape.color) ? shape.color : "green"}`;
  if (shape.to === null) {
    const { x, y } = centre(shape.from, flipped);
    return (
      <g class={tint} data-shape={shape.from}>
        <circle class="casing" cx={x} cy={y} r="0.45" />
        <circle cx={x} cy={y} r="0.45" />
      </g>
    );
  }
  const path = arrowPath(shape.from, shape.to, flipped);
  return (
    <g class={tint} data-shape={shape.from + shape.to}>
      <path class="casing" d={path.line} />
      <path class="head casing" d={path.head} />
      <path d={path.line} />
      <path class="head" d={path.head} />
    </g>
  );
}

export function Lines({ flipped, pins, lit, shapes, best }: Props) {
  const lines = pins.filter(isLine);
  const litLine = lit && isLine(lit) ? lit : null;
  const litKey = litLine && keyOf(litLine);
  const standing = lines.some((pin) => keyOf(pin) === litKey);
  return (
    <svg class="lines" viewBox="0 0 8 8" aria-hidden="true">
      {shapes.map((shape, index) => (
        <ShapeView key={index} shape={shape} flipped={flipped} />
      ))}
      {best && <BestMove uci={best} flipped={flipped} />}
      {lines.map((pin) => {
        const key = keyOf(pin);
        const state = litKey ? (key === litKey ? "lit" : "dim") : pin.status === "new" ? "new" : "";
        const weight = matters(pin) ? "" : "potential";
        return <PinLine key={key} pin={pin} flipped={flipped} state={`${state} ${weight}`} />;
      })}
      {litLine && !standing && <PinLine key="gone" pin={litLine} flipped={flipped} state="gone" />}
    </svg>
  );
}
