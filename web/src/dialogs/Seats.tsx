/** The choice of a player for a colour. */

import type { Signal } from "@preact/signals";
import type { Color, Seat } from "../api/types";
import { duration } from "../format";
import { about } from "../store";

const TIMES = [100, 300, 1000, 3000, 10000];
const DEFAULT_LEVEL = 4;
const DEFAULT_TIME = 1000;
const STRENGTHS = ["beginner", "beginner", "casual", "casual", "club", "club", "strong club", "strong club", "expert", "expert"];

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
      <legend><span class={`disc ${color}`} aria-hidden="true" />{name}</legend>
      <select
        aria-label={`${name}: who plays`}
        value={seat.value.player}
        onChange={(event) => (seat.value = seatOf(event.currentTarget.value, seat.value))}
      >
        <option value="human">Human</option>
        {players.map((each) => <option key={each.id} value={each.id}>{each.name}</option>)}
      </select>
      {player?.levels && (
        <label>
          Level
          <select value={String(seat.value.level)} onChange={(event) => (seat.value = { ...seat.value, level: Number(event.currentTarget.value) })}>
            {Array.from({ length: most - least + 1 }, (_, i) => <option key={i} value={least + i}>{least + i} · {STRENGTHS[least + i - 1]}</option>)}
          </select>
        </label>
      )}
      {seat.value.player.startsWith("engine:") && (
        <label>
          Per move
          <select value={String(seat.value.time)} onChange={(event) => (seat.value = { ...seat.value, time: Number(event.currentTarget.value) })}>
            {TIMES.map((time) => <option key={time} value={time}>{duration(time)}</option>)}
          </select>
        </label>
      )}
    </fieldset>
  );
}
