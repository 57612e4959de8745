/** The choice of a player for a colour. */

import type { Signal } from "@preact/signals";
import type { Color, Seat } from "../api/types";
import { duration } from "../format";
import { about } from "../store";

const TIMES = [100, 300, 1000, 3000, 10000];
const DEFAULT_LEVEL = 4;
const DEFAULT_TIME = 1000;

/** The levels in words, with the measured rating of docs/players.md, rounded; levels 9 and 10 have none. */
const STRENGTHS: [words: string, rating: number | null][] = [
  ["Beginner", 750],
  ["Novice", 950],
  ["Casual", 1200],
  ["Regular", 1300],
  ["Club", 1450],
  ["Strong club", 1700],
  ["Tournament", 1900],
  ["Expert", 2300],
  ["Stronger still", null],
  ["Full strength", null],
];

/** `Club, ~1450` */
export function strengthOf(level: number): string {
  const [words, rating] = STRENGTHS[level - 1] ?? ["", null];
  return [words, rating === null ? "" : `~${rating}`].filter(Boolean).join(", ");
}

/** Names of the built-in players that say what to expect. */
const WORDS: Record<string, string> = { random: "Random moves", greedy: "Captures what it can", search: "Pinsight" };

/** Builds a seat for the server, with a level or a time if the player has one. */
export function seatOf(id: string, before: Seat): Seat {
  const player = about.value?.players.find((each) => each.id === id);
  if (player?.levels) return { player: id, level: before.level ?? DEFAULT_LEVEL };
  return id.startsWith("engine:") ? { player: id, time: before.time ?? DEFAULT_TIME } : { player: id };
}

export function SeatPicker({ color, seat }: { color: Color; seat: Signal<Seat> }) {
  const players = about.value?.players ?? [];
  const player = players.find((each) => each.id === seat.value.player);
  const name = color === "white" ? "White" : "Black";
  const [least, most] = player?.levels ?? [0, -1];
  return (
    <fieldset class="seat">
      <legend>
        <span class={`disc ${color}`} aria-hidden="true" />
        {name}
      </legend>
      <select aria-label={`${name}: who plays`} value={seat.value.player} onChange={(event) => (seat.value = seatOf(event.currentTarget.value, seat.value))}>
        <option value="human">Human</option>
        {players.map((each) => (
          <option key={each.id} value={each.id}>
            {WORDS[each.id] ?? each.name}
          </option>
        ))}
      </select>
      {player?.levels && (
        <label>
          Strength
          <select value={String(seat.value.level)} onChange={(event) => (seat.value = { ...seat.value, level: Number(event.currentTarget.value) })}>
            {Array.from({ length: most - least + 1 }, (_, i) => (
              <option key={i} value={least + i}>
                {least + i} · {strengthOf(least + i)}
              </option>
            ))}
          </select>
        </label>
      )}
      {seat.value.player.startsWith("engine:") && (
        <label>
          Per move
          <select value={String(seat.value.time)} onChange={(event) => (seat.value = { ...seat.value, time: Number(event.currentTarget.value) })}>
            {TIMES.map((time) => (
              <option key={time} value={time}>
                {duration(time)}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}
