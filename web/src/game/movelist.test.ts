import { expect, test } from "vitest";
import { game, node, pin, position } from "./fixtures";
import { type Block, cellOf, moveList } from "./movelist";
import { fromGame } from "./tree";

/** Formats the blocks as text, one per line. */
function drawn(blocks: Block[]): string[] {
  return blocks.map((block) => {
    if (block.kind === "comment") return `{${block.text}}`;
    if (block.kind === "row") {
      const white = block.white === "gap" ? "…" : block.white?.san;
      return [block.number, white, block.black?.san].filter((part) => part !== undefined).join(" ");
    }
    const words = block.tokens.map((token) => {
      if (token.kind === "move") return [token.label, token.cell.san].filter(Boolean).join(" ");
      return token.kind === "comment" ? `{${token.text}}` : token.kind === "open" ? "(" : ")";
    });
    return `${"  ".repeat(block.depth)}${words.join(" ")}`;
  });
}

const list = (text: string): string[] => drawn(moveList(fromGame(game(text))));

test("the mainline is in rows of two moves", () => {
  expect(list("e4 e5 Nf3 d6 d4")).toEqual(["1 e4 e5", "2 Nf3 d6", "3 d4"]);
  expect(list("")).toEqual([]);
});

test("a comment splits the row, and Black's move continues after dots", () => {
  expect(list("e4 {best} e5 Nf3")).toEqual(["1 e4", "{best}", "1 … e5", "2 Nf3"]);
  expect(list("{intro} e4 e5")).toEqual(["{intro}", "1 e4 e5"]);
});

test("variations follow the move that they replace", () => {
  expect(list("e4 e5 (c5 Nf3 d6) (e6 {French}) Nf3 d6")).toEqual(["1 e4 e5", "  ( 1... c5 2. Nf3 d6 )", "  ( 1... e6 {French} )", "2 Nf3 d6"]);
  expect(list("e4 (d4 d5) e5")).toEqual(["1 e4", "  ( 1. d4 d5 )", "1 … e5"]);
});

test("nested variations are separate lines, and the outer one continues", () => {
  expect(list("e4 e5 (c5 Nf3 (Nc3 Nc6) d6) Nf3")).toEqual(["1 e4 e5", "  ( 1... c5 2. Nf3", "    ( 2. Nc3 Nc6 )", "  2... d6 )", "2 Nf3"]);
});

test("after a comment in a variation, Black's move has its number", () => {
  expect(list("e4 e5 (c5 Nf3 {open} d6) Nf3")[1]).toBe("  ( 1... c5 2. Nf3 {open} 2... d6 )");
});

test("ten thousand nested variations do not overflow the stack", () => {
  const deep = game("e4");
  let parent = deep.nodes[1]!;
  for (let id = 2; id < 20_000; id += 2) {
    const main = node(id, parent.id, parent.ply + 1, "a");
    const other = node(id + 1, parent.id, parent.ply + 1, "b");
    parent.children.push(main.id, other.id);
    deep.nodes.push(main, other);
    parent = other;
  }
  const blocks = moveList(fromGame(deep));
  const moves = blocks.flatMap((block) => (block.kind === "line" ? block.tokens : [])).filter((token) => token.kind === "move");
  const rows = blocks.filter((block) => block.kind === "row");
  // The mainline is e4 and the first reply; all other moves are in variations.
  expect(rows.length).toBe(1);
  expect(moves.length).toBe(deep.nodes.length - 3);
});

test("a cell counts the pins that matter and that the move creates and ends, and shows its NAGs", () => {
  const made = {
    ...node(1, 0, 1, "Bb5"),
    nags: [
      { number: 1, glyph: "!" },
      { number: 146, glyph: null },
    ],
    position: position({
      pins: [pin(), pin({ relevance: "potential" }), pin({ status: "kept" })],
      released: [pin({ status: "released" }), pin({ status: "released", relevance: "potential" })],
    }),
  };
  expect(cellOf(made)).toEqual({ id: 1, san: "Bb5", glyphs: "! N", meaning: "good move, novelty", brings: 1, releases: 1 });
  expect(cellOf({ ...made, position: null })).toMatchObject({ brings: 0, releases: 0 });
});
