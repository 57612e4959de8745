import { expect, test } from "vitest";
import { arrowPath, centre, neighbour, pinPath, squareAt, squaresOf } from "./geometry";
import { pin } from "../game/fixtures";
import { positionInWords } from "./words";

test("squares have coordinates on a normal and a flipped board", () => {
  expect(centre("a8", false)).toEqual({ x: 0.5, y: 0.5 });
  expect(centre("h1", false)).toEqual({ x: 7.5, y: 7.5 });
  expect(centre("a8", true)).toEqual({ x: 7.5, y: 7.5 });
});

test("a point is on a square or outside of the board", () => {
  for (const flipped of [false, true]) {
    for (const square of ["a1", "e4", "h8"]) expect(squareAt(centre(square, flipped), flipped)).toBe(square);
    expect(squareAt({ x: -0.1, y: 3 }, flipped)).toBeNull();
    expect(squareAt({ x: 3, y: 8 }, flipped)).toBeNull();
  }
});

test("keyboard steps follow screen directions and stop at the edge", () => {
  expect(neighbour("e2", 0, -1, false)).toBe("e3");
  expect(neighbour("e2", 0, -1, true)).toBe("e1");
  expect(neighbour("h4", 1, 0, false)).toBe("h4");
  expect(neighbour("h4", 1, 0, true)).toBe("g4");
});

test("targets are split from one string", () => {
  expect(squaresOf("f3h3")).toEqual(["f3", "h3"]);
  expect(squaresOf("")).toEqual([]);
});

test("an absolute pin has a filled head, a relative pin an open head", () => {
  const absolute = pinPath(pin(), false);
  const relative = pinPath(pin({ kind: "relative_pin" }), false);
  expect([absolute.full, relative.full]).toEqual([true, false]);
  expect(absolute.head.endsWith("Z")).toBe(true);
  expect(relative.head.endsWith("Z")).toBe(false);
  expect(absolute.ring).toMatchObject(centre("g7", false));
});

test("the line of a pin runs in two parts from the attacker to the shielded piece", () => {
  const pieces = pinPath(pin({ kind: "relative_pin" }), false)
    .line.split("M")
    .slice(1)
    .map((piece) => piece.split("L").map((p) => p.split(" ").map(Number)));
  expect(pieces).toHaveLength(2);
  const near = (point: number[] | undefined, square: string, within: number): boolean => {
    const { x, y } = centre(square, false);
    return Math.hypot((point?.[0] ?? 99) - x, (point?.[1] ?? 99) - y) <= within;
  };
  expect(near(pieces[0]?.[0], "b2", 0.31)).toBe(true);
  expect(near(pieces[0]?.[1], "g7", 0.47)).toBe(true);
  expect(near(pieces[1]?.[1], "h8", 0.31)).toBe(true);
});

test("an arrow is slightly shorter than the distance of its squares", () => {
  const [start, end] = arrowPath("e2", "e4", false)
    .line.slice(1)
    .split("L")
    .map((p) => Number(p.split(" ")[1]));
  expect((start ?? 0) - (end ?? 0)).toBeGreaterThan(1.3);
  expect((start ?? 0) - (end ?? 0)).toBeLessThan(2);
});

test("a position is described in words", () => {
  expect(positionInWords("7k/6q1/8/8/8/8/PP6/1KB5 w - - 0 1")).toEqual(["White: king b1, bishop c1, pawns a2 b2", "Black: king h8, queen g7"]);
});
