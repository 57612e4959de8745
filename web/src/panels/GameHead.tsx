/** The header of the game: players, event, result; and the faults of the PGN. */

import type { Diagnostic } from "../api/types";
import { openNeighbour } from "../state/games";
import { setResult } from "../state/moves";
import { dateOf, givenName, known, playerName, plural, resultText } from "../format";
import { controlText } from "../game/clock";
import { opening } from "../openings/state";
import { about, claim, dialog, game, readOnly } from "../store";
import { Button } from "../ui/Button";
import { MoveTools } from "./Moves";

export function GameHead() {
  const state = game.value;
  if (!state) return null;
  const { tags, play, name, result, head, source } = state.header;
  const white = playerName("white", tags, play, about.value);
  const black = playerName("black", tags, play, about.value);
  const plain = givenName(state.header) !== "" || (white === "White" && black === "Black");
  const reopen = result !== "*" && source === null && !readOnly.value && !state.nodes.get(head)?.position?.outcome;
  const clock = play.clock && `${controlText(play.clock.control)} clock`;
  const where = [known(tags["Event"]), known(tags["Site"]), dateOf(tags), clock].filter(Boolean);
  return (
    <header class="game-head">
      <div>
        <div class="title">
          <h1>
            {plain ? (
              name
            ) : (
              <>
                {white} <span class="dash">–</span> {black}
              </>
            )}
          </h1>
          {!readOnly.value && <Button icon="pencil" title="Rename" onClick={() => (dialog.value = { kind: "rename" })} />}
        </div>
        <p class="muted">
          {result !== "*" && <span class="result">{resultText(result)}</span>}
          {result !== "*" && known(tags["Termination"]) && <span class="how">{tags["Termination"]}</span>}
          {reopen && (
            <button type="button" class="link reopen" onClick={() => void setResult("*")}>
              Open again
            </button>
          )}
          {where.join(" · ")}
        </p>
        {opening.value && (
          <p class="opening">
            <span class="eco">{opening.value.eco}</span> {opening.value.name}
          </p>
        )}
      </div>
      <div class="head-tools">
        <Button icon="back" title="Previous game" keys="[" onClick={() => void openNeighbour(-1)} />
        <Button icon="on" title="Next game" keys="]" onClick={() => void openNeighbour(1)} />
        <MoveTools />
      </div>
      <Claim />
      {state.diagnostics.length > 0 && <Faults list={state.diagnostics} />}
    </header>
  );
}

function Claim() {
  if (!claim.value || readOnly.value) return null;
  return (
    <p class="claim">
      A draw may be claimed: {claim.value}.{" "}
      <button type="button" class="link" onClick={() => void setResult("1/2-1/2", `draw claimed: ${claim.value}`)}>
        Claim it
      </button>
    </p>
  );
}

function Faults({ list }: { list: readonly Diagnostic[] }) {
  return (
    <details class="faults">
      <summary>{plural(list.length, "fault")} in this PGN; what is good was loaded</summary>
      <ul>
        {list.map((fault, index) => (
          <li key={index} class={fault.severity}>
            <p>
              <span class="place">{fault.line !== null && `line ${fault.line}${fault.column === null ? "" : `, column ${fault.column}`}: `}</span>
              {fault.message}
            </p>
            {fault.excerpt && <Excerpt text={fault.excerpt} marked={fault.marked} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Excerpt({ text, marked }: { text: string; marked: [number, number] | null }) {
  if (!marked) return <pre>{text}</pre>;
  const letters = [...text];
  const [from, to] = marked;
  return (
    <pre>
      {letters.slice(0, from).join("")}
      <mark>{letters.slice(from, to).join("")}</mark>
      {letters.slice(to).join("")}
    </pre>
  );
}
