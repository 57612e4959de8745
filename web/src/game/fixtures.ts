/** Small games for tests, written as text: `e4 e5 (c5 Nf3) Nf3`. Their positions are placeholders. */

import type { BoardPosition, Color, Game, GameHeader, GameNode, Placed, WordedPin } from "../api/types";

export function header(over: Partial<GameHeader> = {}): GameHeader {
  return {
    id: 1,
    name: "A game",
    version: 1,
    created: 0,
    updated: 0,
    tags: {},
    result: "*",
    start_fen: "",
    plies: 0,
    head: 0,
    head_fen: "",
    source: null,
    play: { white: { player: "human" }, black: { player: "human" }, running: false, delay: 500, thinking: null, problem: null, clock: null },
    can_undo: false,
    can_redo: false,
    damaged: false,
    ...over,
  };
}

export function position(over: Partial<BoardPosition> = {}): BoardPosition {
  return {
    fen: "",
    turn: "white",
    check: null,
    moves: {},
    promotions: [],
    outcome: null,
    claim: null,
    captured: { white: "", black: "" },
    balance: 0,
    pins: [],
    released: [],
    ...over,
  };
}

export function node(id: number, parent: number | null, ply: number, san: string | null): GameNode {
  const color: Color | null = ply === 0 ? null : ply % 2 === 1 ? "white" : "black";
  return {
    id,
    parent,
    children: [],
    ply,
    number: Math.max(1, Math.ceil(ply / 2)),
    color,
    san,
    uci: null,
    from: null,
    to: null,
    nags: [],
    comments: [],
    clock: null,
    eval: null,
    shapes: [],
    position: position(),
  };
}

type LinePin = WordedPin & { shielded: Placed };

export function pin(over: Partial<LinePin> = {}): LinePin {
  return {
    kind: "absolute_pin",
    status: "new",
    cause: "created",
    by: "attacker",
    attacker: { square: "b2", role: "bishop", color: "white" },
    pinned: { square: "g7", role: "queen", color: "black" },
    shielded: { square: "h8", role: "king", color: "black" },
    cost: null,
    static_reply: null,
    freedom: "along_the_line",
    relevance: "real",
    moves: [],
    situational: null,
    sentence: "",
    explanation: "",
    ...over,
  };
}

/** Parentheses are variations of the move before them, braces are one-word comments. Ids count from 1. */
export function game(text: string, over: Partial<GameHeader> = {}): Game {
  const nodes: GameNode[] = [node(0, null, 0, null)];
  const stack: GameNode[] = [];
  let at = nodes[0]!;
  for (const word of text.match(/[()]|\{[^}]*\}|[^\s(){}]+/g) ?? []) {
    if (word === "(") {
      stack.push(at);
      at = nodes[at.parent!]!;
    } else if (word === ")") {
      at = stack.pop()!;
    } else if (word.startsWith("{")) {
      at.comments.push({ place: "after", text: word.slice(1, -1) });
    } else {
      const made = node(nodes.length, at.id, at.ply + 1, word);
      nodes.push(made);
      at.children.push(made.id);
      at = made;
    }
  }
  return { ...header(over), nodes, diagnostics: [] };
}
