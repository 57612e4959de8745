/** Saves the open game as a report: one HTML file with the components of this page that works without a server. */

import pieces from "virtual:pieces";
import { api } from "../api/client";
import type { CoachReview, Game, LineReview, ReportEntry, ReportIndex } from "../api/types";
import { about, game, review as line } from "../store";
import { review } from "./store";

/** A game of a report with everything that the page has of it. */
export interface WholeReport {
  whole: { game: Game; line: LineReview | null; coach: CoachReview | null };
}

/** JSON for a `<script>` element, with markup characters escaped. */
export function scriptSafe(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** Letters, digits and hyphens only: a valid file name everywhere. */
export function fileName(name: string, date: string | undefined): string {
  const known = date && !date.includes("?") ? ` ${date}` : "";
  return `${
    `${name}${known}`
      .split(/[^A-Za-z0-9]+/)
      .filter(Boolean)
      .join("-")
      .slice(0, 80) || "game"
  }.html`;
}

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** The HTML of a report. */
export function reportPage(index: ReportIndex, data: WholeReport, style: string, script: string, sprite: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>Game review</title>
<link rel="icon" href="data:,">
<style>
${style}</style>
</head>
<body>
${sprite.replace("<svg ", '<svg class="sprite" aria-hidden="true" ')}
<div id="page"></div>
<script type="application/json" class="game">${scriptSafe(data)}</script>
<script type="application/json" id="index">${scriptSafe(index)}</script>
<script>
${script}</script>
</body>
</html>
`;
}

export async function saveReport(): Promise<void> {
  const state = game.value;
  if (!state) return;
  const { header, nodes, diagnostics } = state;
  const [script, style] = await Promise.all([api.asset("/report/report.js"), api.asset("/report/report.css")]);
  const entry: ReportEntry = {
    number: 1,
    file: null,
    white: header.tags["White"] ?? null,
    black: header.tags["Black"] ?? null,
    elo: [null, null],
    event: header.tags["Event"] ?? null,
    date: header.tags["Date"] ?? null,
    result: header.result as ReportEntry["result"],
    plies: header.plies,
    tally: null,
    causes: null,
  };
  const index: ReportIndex = { version: about.value?.version ?? "", coach: review.value !== null, games: [entry] };
  const whole = { game: { ...header, nodes: [...nodes.values()], diagnostics: [...diagnostics] }, line: line.value, coach: review.value };
  const page = reportPage(index, { whole }, style, script, pieces);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  link.download = fileName(header.name, header.tags["Date"]);
  link.click();
  URL.revokeObjectURL(link.href);
}
