/** The clocks of the open game, between two messages of the server. */

import type { Clock, Color, TimeControl } from "../api/types";

/** When each clock of a message arrived, in milliseconds of the page's own time. */
const arrivals = new WeakMap<Clock, number>();

/** Returns when the page first saw a clock. */
export function arrivalOf(clock: Clock, now: number): number {
  const known = arrivals.get(clock) ?? now;
  arrivals.set(clock, known);
  return known;
}

/** The milliseconds that a side has left. Only the time of the side to move runs. */
export function timeLeft(clock: Clock, color: Color, turn: Color, sinceArrival: number): number {
  const used = clock.elapsed === null || color !== turn ? 0 : clock.elapsed + sinceArrival;
  return Math.max(0, clock[color] - used);
}

/** `1:05:00`, `4:59`, and with tenths below twenty seconds `0:09.3`. */
export function clockText(ms: number): string {
  const tenths = ms < 20_000 ? `.${Math.floor((ms % 1000) / 100)}` : "";
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${tenths}`;
}

/** The time control of a text such as `5+3`, in minutes and seconds; null if it is none. */
export function controlOf(text: string): TimeControl | null {
  const match = /^(\d+(?:\.\d+)?)\s*\+\s*(\d+)$/.exec(text.trim());
  return match ? { base: Math.round(Number(match[1]) * 60), increment: Number(match[2]) } : null;
}

/** `5+3` */
export function controlText({ base, increment }: TimeControl): string {
  return `${Number((base / 60).toFixed(2))}+${increment}`;
}
