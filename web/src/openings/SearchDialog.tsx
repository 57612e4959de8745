/** Search over all kept games by position, opening, pin and motif. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api, type KeptQuery } from "../api/client";
import type { KeptMatch, MotifName } from "../api/types";
import { plural, resultText } from "../format";
import { wordsOf } from "../state/messages";
import { position } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";
import { joined, type Search } from "./search";
import { openMatch, opening } from "./state";

const ATTACKERS = ["any", "bishop", "rook", "queen"];
const PIECES = ["any", "pawn", "knight", "bishop", "rook", "queen"];
const SHIELDED = [...PIECES, "king"];
/** The motifs that a position alone can show. */
const MOTIFS: MotifName[] = [
  "hanging_piece",
  "fork",
  "skewer",
  "pin",
  "discovered_attack",
  "discovered_check",
  "double_check",
  "x_ray_attack",
  "x_ray_defence",
  "trapped_piece",
  "overloaded_defender",
  "back_rank_weakness",
  "exposed_king",
  "mate_threat",
  "zugzwang",
  "checkmate",
  "back_rank_mate",
  "smothered_mate",
  "anastasia_mate",
  "arabian_mate",
  "boden_mate",
  "double_bishop_mate",
  "dovetail_mate",
  "hook_mate",
  "opera_mate",
  "pillsburys_mate",
  "morphys_mate",
  "triangle_mate",
  "corner_mate",
  "kill_box_mate",
  "vukovic_mate",
  "blind_swine_mate",
];

/** The pattern of a pin; empty if any piece may take part at all places. */
export function patternOf(pieces: readonly string[]): string {
  return pieces.every((piece) => piece === "any") ? "" : pieces.join(" > ");
}

function Choice({ label, options, value, onChange }: { label: string; options: readonly string[]; value: string; onChange: (value: string) => void }) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option.replaceAll("_", " ")}
          </option>
        ))}
      </select>
    </label>
  );
}

function Row({ match }: { match: KeptMatch }) {
  return (
    <li>
      <button type="button" class="list-row" onClick={() => void openMatch(match)}>
        <span class="names">
          {match.white ?? "?"} – {match.black ?? "?"}
          <small class="muted">{[match.date?.replace(/\.\?\?/g, ""), match.opening?.name].filter(Boolean).join(" · ")}</small>
        </span>
        <span class="result">{resultText(match.result)}</span>
        <span class="muted plies">move {Math.ceil(match.ply / 2)}</span>
      </button>
    </li>
  );
}

function Results({ found, busy }: { found: Search; busy: boolean }) {
  return (
    <>
      <p role="status">
        {plural(found.games, "game")}
        {found.games > found.matches.length && `; the first ${found.matches.length} are shown`}.
        {found.unfinished && ` ${busy ? "Searched" : "Stopped after"} ${found.searched.toLocaleString("en")} of ${plural(found.kept, "game")}.`}
        {found.omitted > 0 && ` ${plural(found.omitted, "game")} above the limit were not searched.`}
      </p>
      {busy && <progress aria-label="Searched games" value={found.searched} max={found.kept} />}
      <ul class="found-games">
        {found.matches.map((match, index) => (
          <Row key={index} match={match} />
        ))}
      </ul>
    </>
  );
}

export function SearchDialog() {
  const here = useSignal(true);
  const name = useSignal("");
  const pieces = useSignal(["any", "any", "any"]);
  const motif = useSignal("any");
  const found = useSignal<Search | null>(null);
  const refused = useSignal<string | null>(null);
  const busy = useSignal(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const choose =
    (index: number) =>
    (value: string): void => {
      pieces.value = pieces.value.map((piece, at) => (at === index ? value : piece));
    };
  /** Starts the search; stops it if it is under way. */
  async function search(event: Event): Promise<void> {
    event.preventDefault();
    if (busy.value) {
      running.current?.abort();
      return;
    }
    const query: KeptQuery = {
      fen: here.value ? position.value?.fen : undefined,
      opening: name.value.trim(),
      pattern: patternOf(pieces.value),
      motif: motif.value === "any" ? "" : motif.value,
    };
    const mine = new AbortController();
    running.current = mine;
    busy.value = true;
    refused.value = null;
    found.value = null;
    try {
      let after: string | undefined;
      do {
        const part = await api.search(query, after, mine.signal);
        found.value = joined(found.value, part);
        after = part.next ?? undefined;
      } while (after !== undefined && !mine.signal.aborted);
    } catch (error) {
      if (!mine.signal.aborted) refused.value = wordsOf(error);
    } finally {
      busy.value = false;
    }
  }
  return (
    <Modal title="Find games" wide>
      <form class="search-form" onSubmit={search}>
        <label class="check">
          <input type="checkbox" checked={here.value} onChange={(event) => (here.value = event.currentTarget.checked)} /> The displayed position
        </label>
        <label>
          <span>Opening</span>
          <input value={name.value} placeholder={opening.value?.name ?? "Ruy Lopez, C60"} onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <fieldset>
          <legend>Pin</legend>
          <Choice label="attacker" options={ATTACKERS} value={pieces.value[0] ?? "any"} onChange={choose(0)} />
          <Choice label="pinned" options={PIECES} value={pieces.value[1] ?? "any"} onChange={choose(1)} />
          <Choice label="shielded" options={SHIELDED} value={pieces.value[2] ?? "any"} onChange={choose(2)} />
        </fieldset>
        <Choice label="Motif" options={["any", ...MOTIFS]} value={motif.value} onChange={(value) => (motif.value = value)} />
        <Button type="submit" class={busy.value ? "" : "primary"}>
          {busy.value ? "Stop" : "Search"}
        </Button>
      </form>
      {refused.value && (
        <p class="refused" role="alert">
          {refused.value}
        </p>
      )}
      {found.value && <Results found={found.value} busy={busy.value} />}
    </Modal>
  );
}
