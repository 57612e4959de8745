/** The displayed game of a report, which the address names: `#game=2&ply=14`. */

import { batch, effect, signal } from "@preact/signals";
import type { ReportEntry, ReportGame, ReportIndex } from "../api/types";
import { review as coachReview } from "../review/store";
import { goTo } from "../state/view";
import { about, current, flipped, game, review, theme } from "../store";
import { fromGame } from "../game/tree";
import type { WholeReport } from "../review/save";
import { type Expanded, expand } from "./expand";

export const shownGame = signal(0);

/** Reads the JSON of an element. */
export function read<T>(element: Element | null | undefined): T {
  return JSON.parse(element?.textContent ?? "null") as T;
}

let entries: ReportEntry[] = [];

function expandAny(entry: ReportEntry, data: ReportGame | WholeReport, number: number): Expanded {
  if (!("whole" in data)) return expand(entry, data, number);
  const { game: whole, line, coach } = data.whole;
  return { state: fromGame(whole), line: line ?? { nodes: [], stories: [], openings: [] }, coach };
}

/** Shows a game at a ply, or else where its first pin arises. */
export function openReport(number: number, ply?: number): void {
  const entry = entries[number];
  const source = document.querySelectorAll("script.game")[number];
  if (!entry || !source) return;
  const { state, line, coach } = expandAny(entry, read<ReportGame | WholeReport>(source), number);
  batch(() => {
    shownGame.value = number;
    game.value = state;
    review.value = line;
    coachReview.value = coach;
    current.value = 0;
    goTo(ply ?? (line.stories.length > 0 ? Math.min(...line.stories.map(({ from }) => from)) : 0));
  });
}

/** Shows the game of the address, and keeps the address. */
export function startReport(index: ReportIndex): void {
  entries = index.games;
  // Nothing can be changed without a server.
  about.value = {
    version: index.version,
    read_only: true,
    players: [],
    notices: [],
    limits: { import_bytes: 0 },
  } as unknown as typeof about.value;
  const place = new URLSearchParams(location.hash.slice(1));
  const ply = place.get("ply");
  openReport(Number(place.get("game") ?? 1) - 1 || 0, ply === null ? undefined : Number(ply));
  if (!game.value) openReport(0);
  effect(() => {
    if (theme.value === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
  });
  effect(() => {
    const address = new URLSearchParams({ game: String(shownGame.value + 1), ply: String(current.value) });
    if (flipped.value) address.set("side", "black");
    history.replaceState(null, "", `#${address}`);
  });
}
