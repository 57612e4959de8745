/** The review of the whole game: start, progress, cancel; accuracy and judged moves of each side. */

import type { Color, SideSummary } from "../api/types";
import { plural } from "../format";
import { isMainline, lineThrough, ROOT } from "../game/tree";
import { startTraining, training } from "../training/state";
import { about, analyser, game, isPlaying, readOnly } from "../store";
import { Button } from "../ui/Button";
import { cancelReview, startReview } from "./actions";
import { review, reviewStatus } from "./store";
import { mistakesOf } from "./threats";

const COUNTS: [keyof SideSummary, string][] = [
  ["inaccuracies", "inaccuracy"],
  ["mistakes", "mistake"],
  ["blunders", "blunder"],
];

function Side({ color, learn }: { color: Color; learn: boolean }) {
  const found = review.value;
  if (!found) return null;
  const accuracy = found.accuracy[color];
  const mistakes = mistakesOf(found, color).length;
  return (
    <div class="review-side">
      <p class="accuracy">
        <span class={`disc ${color}`} aria-hidden="true" />
        <span>{color === "white" ? "White" : "Black"}</span>
        {accuracy !== null && <strong title="Accuracy">{accuracy.toFixed(0)} %</strong>}
      </p>
      <p class="counts">
        {COUNTS.map(([key, name]) => (
          <span key={key} class={found.summary[color][key] > 0 ? name : "muted"}>
            {plural(found.summary[color][key], name, name === "inaccuracy" ? "inaccuracies" : `${name}s`)}
          </span>
        ))}
      </p>
      {learn && mistakes > 0 && (
        <Button class="learn" onClick={() => startTraining(color)}>
          Learn from {plural(mistakes, "mistake")}
        </Button>
      )}
    </div>
  );
}

/** The accuracy and the mistakes of both sides. */
export function Sides({ learn = false }: { learn?: boolean }) {
  if (!review.value) return null;
  return (
    <div class="review-sides">
      <Side color="white" learn={learn} />
      <Side color="black" learn={learn} />
    </div>
  );
}

/** Whether the main line has other moves than the review. */
function isStale(): boolean {
  const state = game.value;
  const nodes = review.value?.nodes;
  if (!state || !nodes) return false;
  const line = lineThrough(state, ROOT);
  return line.length !== nodes.length || line.some((id, index) => nodes[index] !== id || !isMainline(state, id));
}

function Start({ again }: { again: boolean }) {
  const players = about.value?.players.filter((player) => player.analysis) ?? [];
  const engine = players.find((player) => player.id === analyser.value) ?? players.find((player) => player.id === "search");
  return (
    <Button class={again ? "" : "primary"} disabled={readOnly.value} onClick={() => void startReview(engine?.id)}>
      {again ? "Review again" : "Review the game"}
    </Button>
  );
}

export function ReviewPanel() {
  const status = reviewStatus.value;
  const state = game.value;
  if (!status || !state || training.value || (state.nodes.size < 2 && !review.value)) return null;
  const busy = status.state === "running" || status.state === "queued";
  // A game that is being played is reviewed when it is over.
  if (isPlaying.value && !busy && !review.value) return null;
  const percent = status.total > 0 ? Math.round((100 * status.done) / status.total) : 0;
  return (
    <section class="panel review" aria-labelledby="review-title">
      <h2 id="review-title">Review</h2>
      {busy && (
        <div class="review-progress">
          <progress max={100} value={percent} aria-label="Review" />
          <span class="muted">{status.state === "queued" ? "waiting" : `${percent} %`}</span>
          <Button disabled={readOnly.value} onClick={() => void cancelReview()}>
            Cancel
          </Button>
        </div>
      )}
      {status.state === "failed" && <p class="refused">The review failed: {status.problem}</p>}
      <Sides learn />
      {review.value?.engine_failure && <p class="muted">{review.value.engine_failure}; the built-in search judged the rest.</p>}
      {!busy && !review.value && <p class="muted">Accuracy, mistakes and what they allowed, move by move.</p>}
      {!busy && isStale() && <p class="muted">The moves have changed since.</p>}
      {!busy && (!review.value || isStale() || status.state === "failed") && <Start again={review.value !== null} />}
    </section>
  );
}
