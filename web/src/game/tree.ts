/** A game as the page holds it: nodes by id. Every function gives a new state and leaves the old one as it is. */

import type { Change, Color, Diagnostic, Game, GameNode, Header } from "../api/types";

export interface GameState {
  readonly header: Header;
  readonly nodes: ReadonlyMap<number, GameNode>;
  readonly diagnostics: readonly Diagnostic[];
}

export const ROOT = 0;

export function fromGame(game: Game): GameState {
  const { nodes, diagnostics, ...header } = game;
  return { header, nodes: new Map(nodes.map((node) => [node.id, node])), diagnostics };
}

/** The state after a change; `"old"` if it is known already, `"gap"` if changes before it are missing. */
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

/** The state with one node filled in, as when its position was asked for later. */
export function withNode(state: GameState, node: GameNode): GameState {
  if (!state.nodes.has(node.id)) return state;
  return { ...state, nodes: new Map(state.nodes).set(node.id, node) };
}

/** The state with the computer that thinks now; changes tell only who thought when they were made. */
export function withThinking(state: GameState, color: Color | null): GameState {
  const { header } = state;
  if (header.play.thinking === color) return state;
  return { ...state, header: { ...header, play: { ...header.play, thinking: color } } };
}

export function parentOf(state: GameState, id: number): number | null {
  return state.nodes.get(id)?.parent ?? null;
}

/** How the line goes on. */
export function nextOf(state: GameState, id: number): number | null {
  return state.nodes.get(id)?.children[0] ?? null;
}

/** From the start to the node, both included. */
export function pathTo(state: GameState, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null = id; at !== null && state.nodes.has(at); at = parentOf(state, at)) path.push(at);
  return path.reverse();
}

/** The path to the node, and on by first children. */
export function lineThrough(state: GameState, id: number): number[] {
  const line = pathTo(state, id);
  for (let at = nextOf(state, id); at !== null; at = nextOf(state, at)) line.push(at);
  return line;
}

export function endOf(state: GameState, id: number): number {
  return lineThrough(state, id).at(-1) ?? ROOT;
}

/** The move beside this one: another try in the same position. Goes round. */
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

/** The node to show when some may have gone: itself, or what is left of the way that led to it. */
export function nearest(before: GameState, after: GameState, id: number): number {
  return pathTo(before, id).findLast((at) => after.nodes.has(at)) ?? ROOT;
}

/** A move as a heading says it: `3... Bg4`; null at the start. */
export function moveTitle(node: GameNode): string | null {
  if (node.san === null) return null;
  return `${node.number}${node.color === "black" ? "..." : "."} ${node.san}`;
}
