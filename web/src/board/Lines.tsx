/** The layer above the pieces: pins, and arrows and circles from the PGN. */

import type { Pin, Shape } from "../api/types";
import { arrowPath, centre, pinPath } from "./geometry";

type Triple = Pick<Pin, "kind" | "attacker" | "pinned" | "shielded">;

function keyOf(pin: Triple): string {
  return pin.attacker.square + pin.pinned.square + pin.shielded.square;
}

function PinLine({ pin, flipped, state }: { pin: Triple; flipped: boolean; state: string }) {
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
  pins: Pin[];
  lit: Triple | null;
  shapes: Shape[];
}

const TINTS = new Set(["green", "red", "yellow", "blue"]);

export function Lines({ flipped, pins, lit, shapes }: Props) {
  const litKey = lit && keyOf(lit);
  const standing = pins.some((pin) => keyOf(pin) === litKey);
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
      {pins.map((pin) => {
        const key = keyOf(pin);
        const state = litKey ? (key === litKey ? "lit" : "dim") : pin.status === "new" ? "new" : "";
        return <PinLine key={key} pin={pin} flipped={flipped} state={state} />;
      })}
      {lit && !standing && <PinLine key="gone" pin={lit} flipped={flipped} state="gone" />}
    </svg>
  );
}
