/** The report: the games of a file with their pins and reviews, without a server. */

import { computed, signal } from "@preact/signals";
import type { ReportEntry, ReportIndex } from "../api/types";
import { BoardView } from "../board/BoardView";
import { plural, resultText } from "../format";
import { moveTitle } from "../game/tree";
import { EvalBar } from "../panels/EvalBar";
import { GameHead } from "../panels/GameHead";
import { Moves } from "../panels/Moves";
import { Pins } from "../panels/Pins";
import { PlayerBar } from "../panels/PlayerBar";
import { Strip } from "../panels/Strip";
import { CoachPanel } from "../review/CoachPanel";
import { EvalGraph } from "../review/EvalGraph";
import { Sides } from "../review/ReviewPanel";
import { goBack, goOn, goToEnd, goToStart } from "../state/view";
import { flipped, game, node, theme } from "../store";
import { Button } from "../ui/Button";
import { openReport, shownGame } from "./state";
import { Totals } from "./Totals";

const THEMES = { auto: ["light", "follow the system"], light: ["dark", "light"], dark: ["auto", "dark"] } as const;

const query = signal("");

function names(entry: ReportEntry): string {
  return `${entry.white ?? "?"} – ${entry.black ?? "?"}`;
}

function GameList({ games }: { games: ReportEntry[] }) {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (entry: ReportEntry): boolean => {
    const text = [names(entry), entry.event, entry.date, entry.file].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return (
    <nav class="panel report-games" aria-label="Games">
      <input
        type="search"
        placeholder="Find a game"
        aria-label="Find a game"
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      <ul>
        {games.map(
          (entry, index) =>
            fits(entry) && (
              <li key={index}>
                <button type="button" class="list-row" aria-current={index === shownGame.value ? "true" : undefined} onClick={() => openReport(index)}>
                  <span class="names">
                    {names(entry)}
                    <small class="muted">{[entry.event, entry.date?.replace(/\.\?\?/g, "")].filter(Boolean).join(" · ")}</small>
                  </span>
                  <span class="result">{resultText(entry.result)}</span>
                  <span class="muted plies">{plural(Math.ceil(entry.plies / 2), "move")}</span>
                </button>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

const label = computed(() => {
  const title = node.value && moveTitle(node.value);
  return title ? `Position after ${title}` : "Position at the start";
});

export function Report({ index }: { index: ReportIndex }) {
  const [next, name] = THEMES[theme.value];
  const [upper, lower] = flipped.value ? (["white", "black"] as const) : (["black", "white"] as const);
  const playable = (game.value?.nodes.size ?? 0) > 1 || game.value?.header.start_fen.startsWith("8/8/8/8/8/8/8/8") === false;
  return (
    <>
      <header class="top">
        <span class="brand">Game review</span>
        <div class="end">
          <Button class="theme" onClick={() => (theme.value = next)}>{`Colours: ${name}`}</Button>
        </div>
      </header>
      <main>
        {playable && (
          <section class="table" aria-label={label.value} data-testid="board">
            <PlayerBar color={upper} />
            <div class="board-row">
              <EvalBar />
              <BoardView />
            </div>
            <PlayerBar color={lower} />
            <div class="controls" role="toolbar" aria-label="Moves">
              <div class="group steps">
                <Button icon="first" title="To the start" keys="Home" onClick={goToStart} />
                <Button icon="back" title="One move back" keys="←" onClick={goBack} />
                <Button icon="on" title="One move forward" keys="→" onClick={goOn} />
                <Button icon="last" title="To the end" keys="End" onClick={goToEnd} />
              </div>
              <Button icon="flip" title="Flip the board" keys="f" onClick={() => (flipped.value = !flipped.value)} />
            </div>
          </section>
        )}
        <div class="side">
          {index.games.length > 1 && <GameList games={index.games} />}
          {game.value && (
            <>
              <GameHead />
              <div class="moves-column">
                <Moves />
              </div>
              <div class="insight">
                {index.coach && <CoachPanel />}
                <Pins />
                {index.coach && <Sides />}
              </div>
              <EvalGraph />
              <Strip />
            </>
          )}
        </div>
        <Totals games={index.games} shown={shownGame.value} coach={index.coach} />
      </main>
    </>
  );
}
