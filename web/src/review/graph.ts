/** The evaluation graph: White's win chance after each move. */

import type { CoachMove, CoachReview, Judgement, Score } from "../api/types";

export interface GraphPoint {
  node: number;
  /** The column; 0 is the start position. */
  column: number;
  /** White's win chance, from 0 to 1. */
  chance: number;
  judgement: Judgement | null;
}

/** White's win chance by lichess's curve, from 0 to 1. A mate is certain. */
export function winChance(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368208 * score.cp));
}

/** White's win chance after a move; a mate on the board has no moves to mate, so the side that moved has won. */
function chanceAfter(move: CoachMove, white: boolean): number {
  const { eval_after } = move;
  return "mate" in eval_after && eval_after.mate === 0 ? Number(white) : winChance(eval_after);
}

/** The points of the graph, the start position first. A null move has none. */
export function graphPoints(review: Pick<CoachReview, "nodes" | "moves">, isWhite: (node: number) => boolean): GraphPoint[] {
  const [first] = review.moves;
  const start = { node: review.nodes[0] ?? 0, column: 0, chance: first ? winChance(first.eval_before) : 0.5, judgement: null };
  const columns = new Map(review.nodes.map((node, column) => [node, column]));
  return [
    start,
    ...review.moves.map((move) => ({
      node: move.node,
      column: columns.get(move.node) ?? 0,
      chance: chanceAfter(move, isWhite(move.node)),
      judgement: move.judgement,
    })),
  ];
}

/** The path of White's area below the curve, in a box of this height; columns are `width` wide. */
export function areaPath(points: readonly GraphPoint[], width: number, height: number): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return "";
  const x = (column: number): string => ((column + 0.5) * width).toFixed(1);
  const y = (chance: number): string => ((1 - chance) * height).toFixed(1);
  const curve = points.map((point) => `L${x(point.column)} ${y(point.chance)}`).join("");
  const end = ((last.column + 1) * width).toFixed(1);
  return `M0 ${height}V${y(first.chance)}${curve}H${end}V${height}Z`;
}
