/**
 * The layout of the move list: the mainline in rows of two moves, variations and comments as text between them. Not
 * recursive, because the nesting depth of variations is unlimited.
 */

import type { Comment, GameNode } from "../api/types";
import { nagText, nagWords } from "./nags";
import { matters } from "./relevance";
import { type GameState, ROOT } from "./tree";

export interface Cell {
  id: number;
  san: string;
  glyphs: string;
  /** The meaning of the glyphs. */
  meaning: string;
  /** The numbers of pins that matter and that the move creates and ends. */
  brings: number;
  releases: number;
}

export type Token = { kind: "move"; cell: Cell; label: string | null } | { kind: "comment"; text: string } | { kind: "open" } | { kind: "close" };

export type Block =
  | { kind: "row"; number: number; white: Cell | "gap" | null; black: Cell | null }
  | { kind: "comment"; text: string }
  | { kind: "line"; depth: number; tokens: Token[] };

type Task =
  | { task: "main"; id: number }
  | { task: "move"; id: number; depth: number; first: boolean }
  | { task: "comments"; comments: Comment[]; depth: number }
  | { task: "open"; depth: number }
  | { task: "close"; depth: number };

export function cellOf(node: GameNode): Cell {
  return {
    id: node.id,
    san: node.san ?? "",
    glyphs: node.nags.map(nagText).join(" "),
    meaning: node.nags.map(nagWords).join(", "),
    brings: node.position?.pins.filter((pin) => pin.status === "new" && matters(pin)).length ?? 0,
    releases: node.position?.released.filter(matters).length ?? 0,
  };
}

function commentsAt(node: GameNode, place: Comment["place"]): Comment[] {
  return node.comments.filter((comment) => comment.place === place && comment.text.trim() !== "");
}

/** Maximum indentation depth; more would not fit on a phone. */
export const MAX_INDENT = 4;

export function moveList(state: GameState): Block[] {
  const blocks: Block[] = [];
  const root = state.nodes.get(ROOT);
  if (!root) return blocks;
  const tasks: Task[] = [];
  const later = (...list: Task[]): void => {
    for (const task of list.reverse()) tasks.push(task);
  };
  let interrupted = true;

  const text = (depth: number): Token[] => {
    const last = blocks.at(-1);
    if (last?.kind === "line" && last.depth === depth) return last.tokens;
    const tokens: Token[] = [];
    blocks.push({ kind: "line", depth, tokens });
    return tokens;
  };
  const variations = (node: GameNode, depth: number): Task[] => {
    const parent = state.nodes.get(node.parent ?? -1);
    if (!parent || parent.children[0] !== node.id) return [];
    return parent.children.slice(1).flatMap((id): Task[] => [
      { task: "open", depth },
      { task: "move", id, depth, first: true },
    ]);
  };

  later({ task: "comments", comments: root.comments.filter((comment) => comment.text.trim() !== ""), depth: 0 });
  const first = root.children[0];
  if (first !== undefined) tasks.unshift({ task: "main", id: first });

  for (let task = tasks.pop(); task; task = tasks.pop()) {
    if (task.task === "comments") {
      for (const comment of task.comments) {
        if (task.depth === 0) blocks.push({ kind: "comment", text: comment.text });
        else text(task.depth).push({ kind: "comment", text: comment.text });
        interrupted = true;
      }
    } else if (task.task === "open") {
      blocks.push({ kind: "line", depth: task.depth, tokens: [{ kind: "open" }] });
    } else if (task.task === "close") {
      text(task.depth).push({ kind: "close" });
      interrupted = true;
    } else {
      const node = state.nodes.get(task.id);
      if (!node) continue;
      const depth = task.task === "main" ? 0 : task.depth;
      const before = commentsAt(node, "before");
      if (before.length > 0) {
        for (const comment of before) {
          if (depth === 0) blocks.push({ kind: "comment", text: comment.text });
          else text(depth).push({ kind: "comment", text: comment.text });
        }
        interrupted = true;
      }
      if (task.task === "main") pushMain(blocks, node, interrupted);
      else {
        const label = node.color === "white" ? `${node.number}.` : task.first || interrupted ? `${node.number}...` : null;
        text(depth).push({ kind: "move", cell: cellOf(node), label });
      }
      interrupted = false;
      const next = node.children[0];
      later(
        { task: "comments", comments: commentsAt(node, "after"), depth },
        ...variations(node, depth + 1),
        { task: "comments", comments: commentsAt(node, "after_variations"), depth },
        ...(next !== undefined
          ? [task.task === "main" ? ({ task: "main", id: next } as const) : ({ task: "move", id: next, depth, first: false } as const)]
          : depth > 0
            ? [{ task: "close", depth } as const]
            : []),
      );
    }
  }
  return blocks;
}

function pushMain(blocks: Block[], node: GameNode, interrupted: boolean): void {
  const cell = cellOf(node);
  const last = blocks.at(-1);
  if (node.color === "white") {
    blocks.push({ kind: "row", number: node.number, white: cell, black: null });
  } else if (!interrupted && last?.kind === "row" && last.black === null) {
    last.black = cell;
  } else {
    blocks.push({ kind: "row", number: node.number, white: "gap", black: cell });
  }
}
