/** The engine's lines for the displayed position. */

import { playMove } from "../state/moves";
import type { Line } from "../api/types";
import { count, duration } from "../format";
import { numbered } from "../game/line";
import { about, analyser, analysis, computersTurn, position } from "../store";

export function Engine() {
  const players = about.value?.players.filter((player) => player.analysis) ?? [];
  if (players.length === 0) return null;
  const chosen = players.find((player) => player.id === analyser.value);
  const at = position.value;
  const found = analysis.value?.fen === at?.fen ? analysis.value : null;
  // Prefer an external engine, which is stronger than the built-in search.
  const best = players.find((player) => player.id.startsWith("engine:")) ?? players[0];
  return (
    <section class={`panel engine ${chosen ? "on" : ""}`} aria-label="Engine">
      <div class="engine-head">
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            checked={chosen !== undefined}
            onChange={(event) => (analyser.value = event.currentTarget.checked ? best?.id ?? null : null)}
          />
          <span>Analysis</span>
        </label>
        {chosen && players.length > 1 ? (
          <select aria-label="Who analyses" value={chosen.id} onChange={(event) => (analyser.value = event.currentTarget.value)}>
            {players.map((player) => <option key={player.id} value={player.id}>{player.name}</option>)}
          </select>
        ) : chosen && <span class="muted">{chosen.name}</span>}
        {chosen && found && (
          <span class="muted facts" title={`${found.nodes.toLocaleString("en")} positions in ${duration(found.time)}`}>
            depth {found.depth} · {count(found.nodes)}
          </span>
        )}
      </div>
      {chosen && at && (
        <ol class="engine-lines">
          {at.outcome ? <li class="muted">{at.outcome.text}</li>
            : found ? found.lines.map((line, index) => <LineView key={index} line={line} fen={at.fen} />)
            : <li class="muted">…</li>}
        </ol>
      )}
    </section>
  );
}

function LineView({ line, fen }: { line: Line; fen: string }) {
  const [first] = line.uci;
  return (
    <li>
      <button
        type="button"
        class="engine-line"
        title="Play the first move of this line"
        disabled={!first || computersTurn.value}
        onClick={() => first && void playMove(first)}
      >
        <span class="score">{line.text}</span>
        <span class="text">{numbered(fen, line.san)}</span>
      </button>
    </li>
  );
}
