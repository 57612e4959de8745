/** The exercise: the position before a mistake, with hint, solution and the next one. */

import { pieceInWords } from "../board/words";
import { plural } from "../format";
import { LineMoves } from "../review/LineMoves";
import { goTo } from "../state/view";
import { current, game } from "../store";
import { moveTitle } from "../game/tree";
import { Button } from "../ui/Button";
import { pieceAt } from "./piece";
import { endTraining, mistakeOf, nextMistake, questionNode, showHint, showSolution, type Training, training } from "./state";

function Result({ state }: { state: Training }) {
  const mistake = mistakeOf(state);
  const { tried, phase } = state;
  if (phase === "found") {
    return (
      <p class="coach-text">
        <span class="judgement good">Right</span> {tried?.san} is good. {tried?.text}
      </p>
    );
  }
  if (phase === "solution") {
    return (
      <>
        <p class="coach-text">{mistake?.text}</p>
        {mistake?.better && (
          <p class="coach-line">
            <span class="what">Best</span>
            <LineMoves fen={mistake.better.fen} moves={mistake.better.moves.slice(0, 8)} />
          </p>
        )}
      </>
    );
  }
  if (phase === "checking") return <p class="muted">The coach is looking at your move …</p>;
  return (
    tried && (
      <p class="coach-text">
        <span class="judgement mistake">Not {tried.san}</span> {tried.text || "There is a better move."} Try again.
      </p>
    )
  );
}

/** The piece that moves in the solution. */
function Hint({ state }: { state: Training }) {
  const line = mistakeOf(state)?.better;
  const from = line?.moves[0]?.uci.slice(0, 2);
  const piece = line && from ? pieceAt(line.fen, from) : null;
  return (
    piece && (
      <p class="muted">
        Hint: move the {pieceInWords(piece).replace(/^\S+ /, "")} on {from}.
      </p>
    )
  );
}

export function TrainingPanel() {
  const state = training.value;
  if (!state) return null;
  const mistake = mistakeOf(state);
  const total = state.mistakes.length;
  if (!mistake) {
    return (
      <section class="panel training" aria-labelledby="training-title">
        <h2 id="training-title">Learn from your mistakes</h2>
        <p class="coach-text" role="status">
          You found {state.found} of {plural(total, "move")}.
        </p>
        <Button class="primary" onClick={endTraining}>
          Done
        </Button>
      </section>
    );
  }
  const node = questionNode(state);
  const played = game.value?.nodes.get(mistake.node);
  const open = state.phase === "asking" || state.phase === "checking";
  return (
    <section class="panel training" aria-labelledby="training-title">
      <h2 id="training-title">
        Learn from your mistakes{" "}
        <span class="muted">
          {state.index + 1} of {total}
        </span>
      </h2>
      <p class="coach-text">
        <strong>{played && moveTitle(played)}</strong> was played. Find a better move for {state.side === "white" ? "White" : "Black"}.
      </p>
      <div role="status">
        <Result state={state} />
      </div>
      {state.hint && open && <Hint state={state} />}
      <div class="choices">
        {node !== null && node !== current.value && <Button onClick={() => goTo(node)}>Show the position</Button>}
        {open && (
          <Button onClick={showHint} disabled={state.hint}>
            Hint
          </Button>
        )}
        {open && <Button onClick={showSolution}>Solution</Button>}
        {!open && (
          <Button class="primary" onClick={nextMistake}>
            {state.index + 1 < total ? "Next" : "Finish"}
          </Button>
        )}
        <Button onClick={endTraining}>Leave</Button>
      </div>
    </section>
  );
}
