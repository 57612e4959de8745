/** The client's state of a game: nodes by id. Immutable: every function returns a new state. */

import type { Change, Color, Diagnostic, Game, GameHeader, GameNode } from "../api/types";

export interface GameState {
  readonly header: GameHeader;
  readonly nodes: ReadonlyMap<number, GameNode>;
  readonly diagnostics: readonly Diagnostic[];
}

export const ROOT = 0;

export function fromGame(game: Game): GameState {
  const { nodes, diagnostics, ...header } = game;
  return { header, nodes: new Map(nodes.map((node) => [node.id, node])), diagnostics };
}

/** Applies a change. Returns `"old"` if it was applied before, `"gap"` if earlier changes are missing. */
export function applyChange(state: GameState, change: Change): GameState | "old" | "gap" {
  if (change.version <= state.header.version) return "old";
  if (change.version !== state.header.version + 1) return "gap";
  const { header } = change;
  const touched = change.nodes.length + change.removed.length + Object.keys(change.children).length;
  if (touched === 0) return { ...state, header };
  const nodes = new Map(state.nodes);
  for (const id of change.removed) nodes.delete(id);
  for (const node of change.nodes) nodes.set(node.id, node);
  for (const [key, children] of Object.entries(change.children)) {
    const parent = nodes.get(Number(key));
    if (parent) nodes.set(parent.id, { ...parent, children });
  }
  return { header, nodes, diagnostics: state.diagnostics };
}

/** Replaces a node whose position was loaded later. */
export function withNode(state: GameState, node: GameNode): GameState {
  if (!state.nodes.has(node.id)) return state;
  return { ...state, nodes: new Map(state.nodes).set(node.id, node) };
}

/** Sets the thinking computer between changes. */
export function withThinking(state: GameState, color: Color | null): GameState {
  const { header } = state;
  if (header.play.thinking === color) return state;
  return { ...state, header: { ...header, play: { ...header.play, thinking: color } } };
}

export function parentOf(state: GameState, id: number): number | null {
  return state.nodes.get(id)?.parent ?? null;
}

/** The first child. */
export function nextOf(state: GameState, id: number): number | null {
  return state.nodes.get(id)?.children[0] ?? null;
}

/** The path from the root to the node, inclusive. */
export function pathTo(state: GameState, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null = id; at !== null && state.nodes.has(at); at = parentOf(state, at)) path.push(at);
  return path.reverse();
}

/** The path to the node, continued by first children. */
export function lineThrough(state: GameState, id: number): number[] {
  const line = pathTo(state, id);
  for (let at = nextOf(state, id); at !== null; at = nextOf(state, at)) line.push(at);
  return line;
}

export function endOf(state: GameState, id: number): number {
  return lineThrough(state, id).at(-1) ?? ROOT;
}

/** The next or previous sibling, cyclically. */
export function siblingOf(state: GameState, id: number, step: 1 | -1): number | null {
  const parent = state.nodes.get(parentOf(state, id) ?? -1);
  if (!parent || parent.children.length < 2) return null;
  const at = parent.children.indexOf(id);
  return parent.children.at((at + step) % parent.children.length) ?? null;
}

/** Whether every move up to the node is a first child. */
export function isMainline(state: GameState, id: number): boolean {
  return pathTo(state, id).every((at) => {
    const parent = parentOf(state, at);
    return parent === null || nextOf(state, parent) === at;
  });
}

/** Whether a move up to the node has an alternative after it, below which its line can be moved. */
export function hasLowerSibling(state: GameState, id: number): boolean {
  return pathTo(state, id).some((at) => {
    const siblings = state.nodes.get(parentOf(state, at) ?? -1)?.children ?? [];
    return siblings.length > 1 && siblings.at(-1) !== at;
  });
}

/** The node itself, or its closest remaining ancestor if it was deleted. */
export function nearest(before: GameState, after: GameState, id: number): number {
  return pathTo(before, id).findLast((at) => after.nodes.has(at)) ?? ROOT;
}

/** The move with its number, `3... Bg4`; null at the root. */
export function moveTitle(node: GameNode): string | null {
  if (node.san === null) return null;
  return `${node.number}${node.color === "black" ? "..." : "."} ${node.san}`;
}
