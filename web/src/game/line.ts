/** Numbers a line of moves from a position, each move alone: `3...`, `4.`; a move after one of White has no number. */
export function labels(fen: string, count: number): string[] {
  const [, turn, , , , full] = fen.split(" ");
  const first = Number(full) || 1;
  const black = turn === "b" ? 1 : 0;
  return Array.from({ length: count }, (_, index) => {
    const number = first + Math.floor((index + black) / 2);
    if ((index + black) % 2 === 0) return `${number}.`;
    return index === 0 ? `${number}...` : "";
  });
}

/** Numbers a line of moves from a position: `3... Bg4 4. dxe5`. */
export function numbered(fen: string, moves: readonly string[]): string {
  const before = labels(fen, moves.length);
  return moves.map((san, index) => (before[index] ? `${before[index]} ${san}` : san)).join(" ");
}
