import { expect, test } from "vitest";
import type { CoachMove } from "../api/types";
import { areaPath, graphPoints, winChance } from "./graph";

function move(node: number, after: CoachMove["eval_after"], over: Partial<CoachMove> = {}): CoachMove {
  return { node, eval_before: { cp: 0 }, eval_after: after, judgement: null, text: "", better: null, findings: [], pins: [], ...over };
}

test("win chances follow lichess's published curve", () => {
  expect(winChance({ cp: 0 })).toBe(0.5);
  // 50 + 50 * (2 / (1 + exp(-0.00368208 * cp)) - 1)
  expect(winChance({ cp: 100 }) * 100).toBeCloseTo(59.1, 1);
  expect(winChance({ cp: -300 }) * 100).toBeCloseTo(24.9, 1);
  expect(winChance({ mate: 2 })).toBe(1);
  expect(winChance({ mate: -1 })).toBe(0);
});

test("the graph begins at the start, skips null moves and ends with the mate", () => {
  const review = { nodes: [0, 1, 2, 3], moves: [move(1, { cp: 0 }), move(3, { mate: 0 }, { judgement: "good" })] };
  const points = graphPoints(review, (node) => node === 3);
  expect(points.map(({ column, chance }) => [column, chance])).toEqual([
    [0, 0.5],
    [1, 0.5],
    [3, 1],
  ]);
  expect(points[2]?.judgement).toBe("good");
});

test("the area is closed along the bottom", () => {
  const points = [
    { node: 0, column: 0, chance: 0.5, judgement: null },
    { node: 1, column: 1, chance: 1, judgement: null },
  ];
  expect(areaPath(points, 10, 40)).toBe("M0 40V20.0L5.0 20.0L15.0 0.0H20.0V40Z");
  expect(areaPath([], 10, 40)).toBe("");
});
