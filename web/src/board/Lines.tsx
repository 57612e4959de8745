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
    <g class={`pin ${path.full ? "absolute" : "relative"} ${state}`} data-pin={keyOf(pin)}>
      <path class="halo" d={path.line} />
      <circle class="halo" cx={path.ring.x} cy={path.ring.y} r={path.ring.radius} />
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
}

const TINTS = new Set(["green", "red", "yellow", "blue"]);

export function Lines({ flipped, pins, lit, shapes }: Props) {
  const lines = pins.filter(isLine);
  const litLine = lit && isLine(lit) ? lit : null;
  const litKey = litLine && keyOf(litLine);
  const standing = lines.some((pin) => keyOf(pin) === litKey);
  return (
    <svg class="lines" viewBox="0 0 8 8" aria-hidden="true">
      {shapes.map((shape, index) => {
        const tint = TINTS.has(shape.color) ? shape.color : "green";
        if (shape.to === null) {
          const { x, y } = centre(shape.from, flipped);
          return <circle key={index} class={`shape ${tint}`} cx={x} cy={y} r="0.45" />;
        }
        const path = arrowPath(shape.from, shape.to, flipped);
        return (
          <g key={index} class={`shape ${tint}`}>
            <path d={path.line} />
            <path class="head" d={path.head} />
          </g>
        );
      })}
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
