/** Builds the piece sprite from the SVG files of crates/drawing, which are the only copy. */

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { Plugin } from "vite";

const PIECES = fileURLToPath(new URL("../../crates/drawing/src/pieces/", import.meta.url));
const LETTERS: Record<string, string> = { pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k" };
const NAME = "virtual:pieces";

/** Maps `white-knight.svg` to `wn`. */
export function pieceId(file: string): string | null {
  const match = /^(white|black)-([a-z]+)\.svg$/.exec(file);
  const letter = LETTERS[match?.[2] ?? ""];
  return match?.[1] && letter ? match[1].charAt(0) + letter : null;
}

/** Returns the content of the `<svg>` element, without line breaks. */
function shape(svg: string): string {
  return svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>")).replace(/\n\s*/g, "");
}

export function sprite(folder = PIECES): string {
  const groups = readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const id = pieceId(file);
      return id ? [`<g id="${id}">${shape(readFileSync(join(folder, file), "utf8"))}</g>`] : [];
    });
  if (groups.length !== 12) throw new Error(`expected twelve pieces in ${folder}, found ${groups.length}`);
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs>${groups.join("")}</defs></svg>`;
}

export function pieces(): Plugin {
  return {
    name: "pieces",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(sprite())};` : null),
  };
}
