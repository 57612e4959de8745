/** The choice of promotion, over the file of the pawn. */

import { useEffect, useRef } from "preact/hooks";
import { promote } from "../state/moves";
import type { Color, Square } from "../api/types";
import { Piece } from "../ui/Icon";
import { cornerOf } from "./geometry";

const CHOICES = [
  ["q", "Queen"],
  ["n", "Knight"],
  ["r", "Rook"],
  ["b", "Bishop"],
] as const;

export function Promotion({ color, to, flipped }: { color: Color; to: Square; flipped: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const { x, y } = cornerOf(to, flipped);
  useEffect(() => box.current?.querySelector("button")?.focus(), []);

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const letter = CHOICES.find(([key]) => key === event.key.toLowerCase())?.[0];
    if (event.key === "Escape") promote(null);
    else if (letter) promote(letter);
    else if (event.key === "ArrowDown" || event.key === "ArrowRight") buttons[(at + 1) % buttons.length]?.focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") buttons.at(at - 1)?.focus();
    else if (event.key !== "Enter" && event.key !== " " && event.key !== "Tab") return;
    event.stopPropagation();
    if (event.key.startsWith("Arrow") || event.key === "Escape") event.preventDefault();
  }

  return (
    <div class="promotion-shade" onClick={() => promote(null)}>
      <div
        class={`promotion ${y > 3 ? "upwards" : ""}`}
        ref={box}
        role="group"
        aria-label="What does the pawn become?"
        style={{ left: `${x * 12.5}%` }}
        onKeyDown={onKeyDown}
        onClick={(event) => event.stopPropagation()}
      >
        {CHOICES.map(([letter, name]) => (
          <button type="button" key={letter} aria-label={name} title={`${name} (${letter})`} onClick={() => promote(letter)}>
            <Piece id={color.charAt(0) + letter} />
          </button>
        ))}
      </div>
    </div>
  );
}
