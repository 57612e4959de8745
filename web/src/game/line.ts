/** Numbers a line of moves from a position: `3... Bg4 4. dxe5`. */
export function numbered(fen: string, moves: readonly string[]): string {
  const [, turn, , , , full] = fen.split(" ");
  let number = Number(full) || 1;
  let white = turn !== "b";
  return moves.map((san, index) => {
    const label = white ? `${number}. ` : index === 0 ? `${number}... ` : "";
    if (!white) number += 1;
    white = !white;
    return label + san;
  }).join(" ");
}
