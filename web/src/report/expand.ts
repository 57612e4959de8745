/** Expands the short data of a report to the state of the page: a game whose node ids are plies, its pins and its review. */

import type {
  BoardPosition,
  CoachReview,
  Color,
  GameNode,
  LineReview,
  LineStory,
  Placed,
  ReportEntry,
  ReportGame,
  ReportPin,
  Role,
  WordedPin,
} from "../api/types";
import type { GameState } from "../game/tree";
import { pieceAt } from "../training/piece";

const ROLES: Record<string, Role> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const VALUES: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };

/** A ply: number, SAN, pieces after it, from, to, king in check, NAGs, comment. */
type ReportMove = (string | null)[];

/** What a game of a report shows. */
export interface Expanded {
  state: GameState;
  line: LineReview;
  coach: CoachReview | null;
}

function placed(pieces: string, square: string): Placed {
  const id = pieceAt(pieces, square) ?? "wp";
  return { square, role: ROLES[id.charAt(1)] ?? "pawn", color: id.startsWith("w") ? "white" : "black" };
}

/** The squares of a pin at a ply: attacker, pinned, shielded. */
function squaresAt(pin: ReportPin, ply: number): string[] {
  const path = pin.path as unknown as [number, string][];
  const squares = path.findLast(([since]) => since <= ply)?.[1] ?? path[0]?.[1] ?? "";
  return squares.match(/../g) ?? [];
}

function since(pin: ReportPin): number {
  return Number((pin.path[0] as unknown as [number, string] | undefined)?.[0] ?? 0);
}

const KINDS: Record<string, WordedPin["kind"]> = { absolute: "absolute_pin", relative: "relative_pin", skewer: "skewer", "x-ray": "x_ray" };

/** A pin in the position after a ply; a released one where it last stood. */
function wordedPin(pin: ReportPin, ply: number, pieces: string, status: WordedPin["status"]): WordedPin {
  const [attacker = "a1", pinned = "a1", shielded = "a1"] = squaresAt(pin, ply);
  return {
    kind: KINDS[pin.kind] ?? "relative_pin",
    status,
    cause: null,
    by: pin.own ? "self" : "attacker",
    attacker: placed(pieces, attacker),
    pinned: placed(pieces, pinned),
    shielded: placed(pieces, shielded),
    cost: null,
    static_reply: null,
    freedom: "free",
    relevance: "real",
    moves: [],
    situational: null,
    sentence: status === "released" ? (pin.end ?? pin.says) : pin.says,
    explanation: "",
  };
}

function story(pin: ReportPin, last: number, piecesAt: (ply: number) => string): LineStory {
  const from = since(pin);
  const { kind, attacker, pinned, shielded } = wordedPin(pin, from, piecesAt(from), "new");
  return {
    kind,
    color: pin.by === "w" ? "white" : "black",
    attacker,
    pinned,
    shielded: shielded ?? attacker,
    relevance: "real",
    from,
    to: pin.until === null ? last : pin.until - 1,
    cause: null,
    ended: null,
    loss: pin.lost,
    sentence: pin.says,
  };
}

function counts(pieces: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const letter of pieces) if (/[a-z]/i.test(letter)) found[letter] = (found[letter] ?? 0) + 1;
  return found;
}

/** The pieces of one side that were captured since the start, as letters; a promoted pawn was not. */
function capturedOf(color: Color, start: Record<string, number>, now: Record<string, number>): string {
  const own = (letter: string): string => (color === "white" ? letter.toUpperCase() : letter);
  const gain = (letter: string): number => Math.max(0, (now[own(letter)] ?? 0) - (start[own(letter)] ?? 0));
  const promoted = [..."qrbn"].reduce((sum, letter) => sum + gain(letter), 0);
  return [..."qrbnp"]
    .map((letter) => {
      const there = (now[own(letter)] ?? 0) + (letter === "p" ? promoted : 0);
      return letter.repeat(Math.max(0, (start[own(letter)] ?? 0) - there));
    })
    .join("");
}

function balanceOf(now: Record<string, number>): number {
  return Object.entries(now).reduce((sum, [letter, count]) => {
    const value = (VALUES[letter.toLowerCase()] ?? 0) * count;
    return letter === letter.toUpperCase() ? sum + value : sum - value;
  }, 0);
}

/** Expands a game; one without a legal start has no moves. */
export function expand(entry: ReportEntry, data: ReportGame, id: number): Expanded {
  const start = data.start ?? "8/8/8/8/8/8/8/8";
  const moves = (data.moves ?? []) as ReportMove[];
  const pins = data.pins ?? [];
  const piecesAt = (ply: number): string => (ply === 0 ? start : (moves[ply - 1]?.[2] ?? start));
  const atStart = counts(start);
  const isBlack = (ply: number): boolean => moves[ply - 1]?.[0]?.endsWith("...") ?? ply % 2 === 0;
  const firstIsBlack = moves.length > 0 && isBlack(1);
  const turnAfter = (ply: number): Color => (ply === 0 ? (firstIsBlack ? "black" : "white") : isBlack(ply) ? "white" : "black");

  function positionAt(ply: number): BoardPosition {
    const pieces = piecesAt(ply);
    const now = counts(pieces);
    const standing = pins.filter((pin) => since(pin) <= ply && (pin.until === null || ply < pin.until));
    const turn = turnAfter(ply);
    return {
      fen: `${pieces} ${turn.charAt(0)} - - 0 1`,
      turn,
      check: moves[ply - 1]?.[5] ?? null,
      moves: {},
      promotions: [],
      outcome: null,
      claim: null,
      captured: { white: capturedOf("white", atStart, now), black: capturedOf("black", atStart, now) },
      balance: balanceOf(now),
      pins: standing.map((pin) => wordedPin(pin, ply, pieces, ply === 0 ? "standing" : since(pin) === ply ? "new" : "kept")),
      released: pins.filter((pin) => pin.until === ply).map((pin) => wordedPin(pin, ply - 1, piecesAt(ply - 1), "released")),
    };
  }

  function nodeAt(ply: number): GameNode {
    const [number = null, san = null, , from = null, to = null, , nags = "", comment = ""] = moves[ply - 1] ?? [];
    const text = ply === 0 ? data.comment : (comment ?? "");
    return {
      id: ply,
      parent: ply === 0 ? null : ply - 1,
      children: ply < moves.length ? [ply + 1] : [],
      ply,
      number: Number.parseInt(number ?? "", 10) || Math.ceil(ply / 2),
      color: ply === 0 ? null : isBlack(ply) ? "black" : "white",
      san: ply === 0 ? null : san,
      uci: from && to ? from + to : null,
      from,
      to,
      nags: (nags ?? "")
        .split(" ")
        .filter(Boolean)
        .map((number) => ({ number: Number(number), glyph: null })),
      comments: text ? [{ place: "after", text }] : [],
      clock: null,
      eval: null,
      shapes: [],
      position: positionAt(ply),
    };
  }

  const plies = moves.map((_, index) => index + 1);
  const nodes = [0, ...plies].map(nodeAt);
  const tags = Object.entries({
    White: entry.white,
    Black: entry.black,
    WhiteElo: entry.elo[0],
    BlackElo: entry.elo[1],
    Event: entry.event,
    Date: entry.date,
  }).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  const human = { player: "human" };
  const state: GameState = {
    header: {
      id,
      name: `${entry.white ?? "?"} - ${entry.black ?? "?"}`,
      version: 1,
      created: 0,
      updated: 0,
      tags: Object.fromEntries(tags),
      result: entry.result,
      start_fen: nodes[0]?.position?.fen ?? "",
      plies: moves.length,
      head: moves.length,
      head_fen: nodes.at(-1)?.position?.fen ?? "",
      source: null,
      play: { white: human, black: human, running: false, delay: 0, thinking: null, problem: null, clock: null },
      can_undo: false,
      can_redo: false,
      damaged: false,
    },
    nodes: new Map(nodes.map((node) => [node.id, node])),
    diagnostics: data.faults.map((message) => ({
      type: "diagnostic",
      file: "",
      game: entry.number,
      severity: "error",
      code: "",
      message,
      line: null,
      column: null,
      offset: null,
      excerpt: null,
      marked: null,
    })) as unknown as GameState["diagnostics"],
  };
  const line: LineReview = { nodes: [0, ...plies], stories: pins.map((pin) => story(pin, moves.length, piecesAt)), openings: [] };
  return { state, line, coach: data.coach };
}
