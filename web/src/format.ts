/** Formats numbers, times and players. */

import type { About, Color, GameHeader, Play, Score, Seat } from "./api/types";

/** `+0.35`, `-1.20`, `#3`, `#-3`, as the server formats scores, from White's point of view. */
export function parseScore(text: string): Score | null {
  const mate = /^#([+-]?\d+)$/.exec(text.trim());
  if (mate) return { mate: Number(mate[1]) };
  const value = /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? { cp: Math.round(value * 100) } : null;
}

/** White's share of the eval bar, from 0 to 1. Five pawns fill most of it, a mate fills all of it. */
export function barShare(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.cp / 250));
}

/** A short score for the end of the eval bar. */
export function shortScore(score: Score): string {
  if ("mate" in score) return `#${Math.abs(score.mate)}`;
  const pawns = Math.abs(score.cp) / 100;
  return pawns >= 10 ? pawns.toFixed(0) : pawns.toFixed(1);
}

/** 950, 12.3k, 4.5M */
export function count(value: number): string {
  if (value < 1000) return String(value);
  if (value < 999_950) return `${(value / 1000).toFixed(value < 99_950 ? 1 : 0)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}

/** 800 ms, 1.5 s, 2:05 min */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`;
}

/** A time if today, else a date. */
export function when(time: number, now: number): string {
  const then = new Date(time);
  const today = new Date(now);
  if (then.toDateString() === today.toDateString()) {
    return then.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  }
  const year = then.getFullYear() === today.getFullYear() ? {} : { year: "numeric" as const };
  return then.toLocaleDateString(undefined, { day: "numeric", month: "short", ...year });
}

/** The material balance of the side that is ahead, `+2`; empty for the other side. */
export function balanceOf(color: Color, balance: number): string {
  const ahead = color === "white" ? balance : -balance;
  return ahead > 0 ? `+${ahead}` : "";
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

export function isHuman(seat: Seat): boolean {
  return seat.player === "human";
}

/** `Search, level 4` */
export function seatName(seat: Seat, about: About | null): string {
  if (isHuman(seat)) return "Human";
  const player = about?.players.find((each) => each.id === seat.player);
  const name = player?.name ?? seat.player.replace(/^engine:/, "");
  if (seat.level !== undefined) return `${name}, level ${seat.level}`;
  return seat.time === undefined ? name : `${name}, ${duration(seat.time)}`;
}

/** The player's name: the tag of the game, else the computer, else the colour. */
export function playerName(color: Color, tags: Record<string, string>, play: Play, about: About | null): string {
  const tag = tags[color === "white" ? "White" : "Black"];
  if (tag && tag !== "?") return tag;
  const seat = play[color];
  if (!isHuman(seat)) return seatName(seat, about);
  return color === "white" ? "White" : "Black";
}

/** The value of a tag; empty if unknown. */
export function known(text: string | undefined): string | null {
  return text && !/^[?.\s-]*$/.test(text) ? text : null;
}

/** The known part of a date: `1858` of `1858.??.??`. */
export function dateOf(tags: Record<string, string>): string | null {
  return known(tags["Date"])?.replace(/\.\?\?/g, "") ?? null;
}

/** The date as PGN writes it: `2026.11.17`. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
}

/** `1–0`, `½–½` */
export function resultText(result: string): string {
  return result.replace("1/2-1/2", "½–½").replace("-", "–");
}

/** The name that a user gave the game; empty for the default name from players or number. */
export function givenName({ id, name, tags }: Pick<GameHeader, "id" | "name" | "tags">): string {
  const known = (tag: string): string => (tags[tag]?.trim() ?? "").replace(/^\?$/, "");
  const [white, black] = [known("White"), known("Black")];
  const usual = white || black ? `${white || "?"} - ${black || "?"}` : `Game ${id}`;
  return name === usual ? "" : name;
}

/** The FEN in a pasted text: a FEN, the board of one, or a link to lichess's analysis board; null for other texts. */
export function fenIn(text: string): string | null {
  const link = /^\s*https?:\/\/lichess\.org\/(?:analysis|editor)\/(?:standard\/|fromPosition\/)?([^?#\s]+)/.exec(text);
  const fen = (link?.[1] ? decodeURIComponent(link[1]).replaceAll("_", " ") : text).trim();
  const match = /^(?:[pnbrqkPNBRQK1-8]{1,8}\/){7}[pnbrqkPNBRQK1-8]{1,8}(\s+[wb](\s.*)?)?$/.exec(fen);
  if (!match) return null;
  return match[1] === undefined ? `${fen} w - - 0 1` : fen;
}

/** A typed move without its number: `1.Nf3`, `3... Bg4`. */
export function withoutNumber(text: string): string {
  return text.trim().replace(/^\d+\s*\.+\s*/, "");
}

/** Groups equal letters of a text such as `qrbnp`. */
export function groups(letters: string): { letter: string; count: number }[] {
  const found: { letter: string; count: number }[] = [];
  for (const letter of letters) {
    const last = found.at(-1);
    if (last?.letter === letter) last.count += 1;
    else found.push({ letter, count: 1 });
  }
  return found;
}
