/** The piece on a square of a FEN as its sprite id, `wn`; null if the square is empty. */
export function pieceAt(fen: string, square: string): string | null {
  const rank = fen.split(" ")[0]?.split("/")[8 - Number(square.charAt(1))] ?? "";
  let file = square.charCodeAt(0) - 97;
  for (const letter of rank) {
    const empty = Number(letter);
    if (empty > 0) file -= empty;
    else if (file === 0) return (letter === letter.toUpperCase() ? "w" : "b") + letter.toLowerCase();
    else file -= 1;
    if (file < 0) return null;
  }
  return null;
}
