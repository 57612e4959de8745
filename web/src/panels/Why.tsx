/** The explanation of the displayed move: its parts, and each candidate piece with its verdict. */

import type { MoveParts, Why } from "../api/types";
import { alike } from "../game/candidates";
import { moveTitle } from "../game/tree";
import { node, showWhy, why } from "../store";

export function partsInWords(parts: MoveParts): string[] {
  if (parts.castling) return [parts.castling === "king_side" ? "castling on the king's side" : "castling on the queen's side", ...ending(parts)];
  return [
    parts.piece ?? "",
    parts.file ? `from the ${parts.file}-file` : "",
    parts.rank ? `from rank ${parts.rank}` : "",
    parts.capture ? "takes" : "",
    parts.target ? `to ${parts.target}` : "",
    parts.promotion ? `becomes a ${parts.promotion}` : "",
    ...ending(parts),
  ].filter(Boolean);
}

function ending(parts: MoveParts): string[] {
  return parts.mate ? ["mate"] : parts.check ? ["check"] : [];
}

function Reading({ reading }: { reading: Why }) {
  return (
    <>
      {reading.parts && (
        <ul class="parts" aria-label="Parts of the text">
          {partsInWords(reading.parts).map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
      {reading.candidates.length > 0 && (
        <dl class="candidates">
          {alike(reading.candidates).map(({ squares, fits, verdict }) => (
            <div key={squares[0]} class={fits ? "fits" : ""}>
              <dt>{squares.join(" ")}</dt>
              <dd>{verdict}</dd>
            </div>
          ))}
        </dl>
      )}
      {reading.conditions && (
        <dl class="candidates">
          {reading.conditions.map(({ rule, holds, fault }) => (
            <div key={rule} class={holds ? "fits" : ""}>
              <dt>{holds ? "yes" : "no"}</dt>
              <dd>
                {rule}
                {fault && `: ${fault}`}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p class="verdict">{reading.sentence}</p>
      {reading.notes.map((note) => (
        <p class="muted" key={note}>
          {note}
        </p>
      ))}
    </>
  );
}

export function WhyPanel() {
  const shown = node.value;
  const title = shown && moveTitle(shown);
  if (!title) return null;
  const found = why.value?.node === shown.id ? why.value : null;
  return (
    <section class="panel why">
      <details open={showWhy.value} onToggle={(event) => (showWhy.value = event.currentTarget.open)}>
        <summary>
          <h2>
            How <span class="san">{title}</span> was read
          </h2>
        </summary>
        <div class="scroll">{found === null ? <p class="muted">…</p> : "why" in found ? <Reading reading={found.why} /> : <p>{found.refused}</p>}</div>
      </details>
    </section>
  );
}
