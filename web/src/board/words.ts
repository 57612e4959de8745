import type { Square } from "../api/types";

const ROLES: Record<string, string> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** Names a sprite id: `wn` is a white knight. */
export function pieceInWords(id: string): string {
  return `${id.startsWith("w") ? "white" : "black"} ${ROLES[id.charAt(1)] ?? "piece"}`;
}

export function squareInWords(square: Square, piece: string | null): string {
  return `${square}, ${piece ? pieceInWords(piece) : "empty"}`;
}

/** Describes the pieces of a FEN for screen readers: `White: king e1, pawns a2 b2`. */
export function positionInWords(fen: string): string[] {
  const found: Record<"w" | "b", Map<string, string[]>> = { w: new Map(), b: new Map() };
  (fen.split(" ")[0] ?? "").split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else {
        const side = found[letter === letter.toUpperCase() ? "w" : "b"];
        const squares = side.get(letter.toLowerCase()) ?? [];
        side.set(letter.toLowerCase(), [...squares, String.fromCharCode(97 + file) + (8 - index)]);
        file += 1;
      }
    }
  });
  return (["w", "b"] as const).map((side) => {
    const words = [..."kqrbnp"].flatMap((letter) => {
      const squares = found[side].get(letter);
      return squares ? [`${ROLES[letter]}${squares.length > 1 ? "s" : ""} ${squares.join(" ")}`] : [];
    });
    return `${side === "w" ? "White" : "Black"}: ${words.join(", ")}`;
  });
}
