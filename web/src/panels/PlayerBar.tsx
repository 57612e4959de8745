/** A player's name, captured pieces, material balance and clock. */

import type { Color } from "../api/types";
import { balanceOf, groups, playerName } from "../format";
import { arrivalOf, clockText, timeLeft } from "../game/clock";
import { about, atHead, game, LOW_TIME, node, position, ticks } from "../store";
import { pieceInWords } from "../board/words";
import { Piece } from "../ui/Icon";

/** The running clock at the head of a game with a time control; else the one that the PGN gives for the shown move. */
function clockOf(color: Color): { text: string; low: boolean; runs: boolean } | null {
  const clock = game.value?.header.play.clock;
  const turn = position.value?.turn;
  if (clock && turn && atHead.value) {
    const left = timeLeft(clock, color, turn, clock.elapsed === null ? 0 : ticks.value - arrivalOf(clock, performance.now()));
    return { text: clockText(left), low: left < LOW_TIME, runs: clock.elapsed !== null && turn === color };
  }
  const text = writtenClock(color);
  return text === null ? null : { text: text.replace(/^0:/, ""), low: false, runs: false };
}

function writtenClock(color: Color): string | null {
  const shown = node.value;
  if (!shown) return null;
  if (shown.color === color) return shown.clock;
  return game.value?.nodes.get(shown.parent ?? -1)?.clock ?? null;
}

const POINTS: Record<string, string> = { "1": "1", "0": "0", "1/2": "½" };

/** The points of a side at the end of a finished game. */
function pointsOf(color: Color): string | null {
  const result = atHead.value ? game.value?.header.result : undefined;
  return POINTS[result?.split("-")[color === "white" ? 0 : 1] ?? ""] ?? null;
}

export function PlayerBar({ color }: { color: Color }) {
  const at = position.value;
  const header = game.value?.header;
  const other = color === "white" ? "black" : "white";
  const taken = groups(at?.captured[other] ?? "");
  const ahead = at ? balanceOf(color, at.balance) : "";
  const name = header ? playerName(color, header.tags, header.play, about.value) : color === "white" ? "White" : "Black";
  const elo = header?.tags[color === "white" ? "WhiteElo" : "BlackElo"];
  const clock = clockOf(color);
  const points = pointsOf(color);
  const isOver = at?.outcome || (atHead.value && header && header.result !== "*");
  const turn = at?.turn === color && !isOver;
  const words = taken.map(({ letter, count }) => `${count} ${pieceInWords(other.charAt(0) + letter)}${count > 1 ? "s" : ""}`);
  return (
    <div class={`player ${turn ? "to-move" : ""}`} data-color={color}>
      <span class={`disc ${color}`} aria-hidden="true" />
      {points && (
        <span class="points" title="Result">
          {points}
        </span>
      )}
      <span class="name" title={name}>
        {name}
      </span>
      {elo && <span class="elo muted">{elo}</span>}
      {turn && <span class="visually-hidden">to move</span>}
      {header?.play.thinking === color && <span class="thinking" role="img" aria-label="thinking" />}
      <span class="taken">
        {taken.map(({ letter, count }) => (
          <span class="stack" key={letter}>
            {Array.from({ length: count }, (_, i) => (
              <Piece key={i} id={other.charAt(0) + letter} />
            ))}
          </span>
        ))}
        {words.length > 0 && <span class="visually-hidden">has taken {words.join(", ")}</span>}
      </span>
      {ahead && (
        <span class="ahead" title="Material">
          {ahead}
        </span>
      )}
      {clock && (
        <span class={`clock ${clock.low ? "low" : ""} ${clock.runs ? "runs" : ""}`} role="timer">
          {clock.text}
        </span>
      )}
    </div>
  );
}
