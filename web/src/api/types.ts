/** The shapes of docs/api.md. */

export type Color = "white" | "black";
export type Role = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
export type Square = string;
export type Result = "1-0" | "0-1" | "1/2-1/2" | "*";

export interface Standing {
  square: Square;
  role: Role;
  color: Color;
}

export type PinKind = "absolute_pin" | "relative_pin";

export interface Pin {
  kind: PinKind;
  status: "new" | "kept" | "released" | "standing";
  cause: string | null;
  by: "attacker" | "self" | null;
  attacker: Standing;
  pinned: Standing;
  shielded: Standing;
  cost: number | null;
  holds: boolean | null;
  sentence: string;
  explanation: string;
}

export interface Outcome {
  result: Result;
  termination: string;
  text: string;
}

export interface Position {
  fen: string;
  turn: Color;
  check: Square | null;
  moves: Record<Square, string>;
  promotions: string[];
  outcome: Outcome | null;
  claim: string | null;
  captured: Record<Color, string>;
  balance: number;
  pins: Pin[];
  released: Pin[];
}

export interface Nag {
  number: number;
  glyph: string | null;
}

export interface Comment {
  place: "before" | "after" | "after_variations";
  text: string;
}

export interface Shape {
  color: string;
  from: Square;
  to: Square | null;
}

export interface GameNode {
  id: number;
  parent: number | null;
  children: number[];
  ply: number;
  number: number;
  color: Color | null;
  san: string | null;
  uci: string | null;
  from: Square | null;
  to: Square | null;
  nags: Nag[];
  comments: Comment[];
  clock: string | null;
  eval: string | null;
  shapes: Shape[];
  position: Position | null;
}

export interface Seat {
  player: string;
  level?: number;
  time?: number;
}

export interface Play {
  white: Seat;
  black: Seat;
  running: boolean;
  delay: number;
  thinking: Color | null;
  problem: string | null;
}

export interface Header {
  id: number;
  name: string;
  version: number;
  created: number;
  updated: number;
  tags: Record<string, string>;
  result: Result;
  start_fen: string;
  plies: number;
  head: number;
  head_fen: string;
  source: { import: number; number: number } | null;
  play: Play;
}

export interface Diagnostic {
  game: number | null;
  ply: number | null;
  line: number | null;
  column: number | null;
  severity: "warning" | "error";
  code: string;
  message: string;
  found: string | null;
  expected: string | null;
  excerpt: string | null;
  marked: [number, number] | null;
}

export interface Game extends Header {
  nodes: GameNode[];
  diagnostics: Diagnostic[];
}

export interface Change {
  type: "change";
  game: number;
  version: number;
  header: Header;
  nodes: GameNode[];
  removed: number[];
  children: Record<string, number[]>;
  node: number;
}

export interface Player {
  id: string;
  name: string;
  levels: [number, number] | null;
  analysis: boolean;
}

export interface About {
  name: string;
  version: string;
  read_only: boolean;
  notices: string[];
  players: Player[];
  limits: { json_bytes: number; import_bytes: number; nodes: number };
}

export interface Story {
  kind: PinKind;
  color: Color;
  attacker: Standing;
  pinned: Standing;
  shielded: Standing;
  from: number;
  to: number;
  cause: string | null;
  ended: string | null;
  sentence: string;
}

export interface Review {
  nodes: number[];
  stories: Story[];
}

export interface Candidate {
  square: Square;
  fits: boolean;
  verdict: string;
}

export interface Parts {
  piece: Role | null;
  file: string | null;
  rank: string | null;
  capture: boolean;
  target: Square | null;
  promotion: Role | null;
  check: boolean;
  mate: boolean;
  castling: string | null;
}

export interface Why {
  fen: string;
  text: string;
  legal: boolean;
  parts: Parts | null;
  candidates: Candidate[];
  conditions: { rule: string; holds: boolean; fault: string | null }[] | null;
  move: { san: string; uci: string; from: Square; to: Square } | null;
  reason: string | null;
  notes: string[];
  sentence: string;
}

export interface ImportRow {
  number: number;
  tags: Record<string, string>;
  result: string;
  plies: number;
  verdict: "good" | "repaired" | "broken";
  faults: number;
  game: number | null;
}

export interface ImportHead {
  id: number;
  name: string;
  created: number;
  total: number;
  faulty: number;
}

export interface Import extends ImportHead {
  games: ImportRow[];
  game?: Game | null;
  matched?: number;
}

export type Score = { cp: number } | { mate: number };

export interface Line {
  score: Score;
  text: string;
  san: string[];
  uci: string[];
}

export interface Thinking {
  type: "thinking";
  game: number;
  /** Null when it was called off. */
  color: Color | null;
  lines: Line[];
  depth: number;
  nodes: number;
  time: number;
}

export interface Analysis {
  type: "analysis";
  fen: string;
  player: string;
  lines: Line[];
  depth: number;
  nodes: number;
  time: number;
  done: boolean;
}

export type LiveMessage =
  | { type: "hello"; version: string; session: string | number; read_only: boolean }
  | { type: "current"; game: number; version: number }
  | { type: "game"; game: Game }
  | Change
  | { type: "deleted"; game: number }
  | { type: "games" }
  | Thinking
  | Analysis
  | { type: "error"; code: string; message: string };
