/** The engine's lines for the displayed position. */

import { useSignal } from "@preact/signals";
import { LineMoves } from "../review/LineMoves";
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
            onChange={(event) => (analyser.value = event.currentTarget.checked ? (best?.id ?? null) : null)}
          />
          <span>Analysis</span>
        </label>
        {chosen && players.length > 1 ? (
          <select aria-label="Who analyses" value={chosen.id} onChange={(event) => (analyser.value = event.currentTarget.value)}>
            {players.map((player) => (
              <option key={player.id} value={player.id}>
                {player.name}
              </option>
            ))}
          </select>
        ) : (
          chosen && <span class="muted">{chosen.name}</span>
        )}
        {chosen && found && (
          <span class="muted facts" title={`${found.nodes.toLocaleString("en")} positions in ${duration(found.time)}`}>
            depth {found.depth} · {count(found.nodes)}
          </span>
        )}
      </div>
      {chosen && at && (
        <ol class="engine-lines">
          {at.outcome ? (
            <li class="muted">{at.outcome.text}</li>
          ) : found ? (
            found.lines.map((line, index) => <LineView key={index} line={line} fen={at.fen} />)
          ) : (
            <li class="muted">…</li>
          )}
        </ol>
      )}
    </section>
  );
}

/** A line: folded, its moves are a text; unfolded, each shows its position and can be played. */
function LineView({ line, fen }: { line: Line; fen: string }) {
  const open = useSignal(false);
  const moves = line.san.map((san, index) => ({ san, uci: line.uci[index] ?? "", fen: line.fens[index] ?? fen }));
  const play = async (count: number): Promise<void> => {
    for (const { uci } of moves.slice(0, count)) if ((await playMove(uci)) !== null) return;
  };
  return (
    <li class={`engine-line ${open.value ? "open" : ""}`}>
      <button
        type="button"
        class="unfold"
        aria-expanded={open.value}
        aria-label={`${line.text}: ${open.value ? "fold" : "unfold"} the line`}
        onClick={() => (open.value = !open.value)}
      >
        <span class="score">{line.text}</span>
      </button>
      {computersTurn.value ? <span class="text">{numbered(fen, line.san)}</span> : <LineMoves fen={fen} moves={moves} onPlay={(count) => void play(count)} />}
    </li>
  );
}
