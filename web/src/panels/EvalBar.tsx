/** The evaluation bar: White's share from the bottom, or from the left on a phone. */

import { computed } from "@preact/signals";
import { barShare, parseScore, shortScore } from "../format";
import type { Score } from "../api/types";
import { review } from "../review/store";
import { reviewOf } from "../review/threats";
import { analyser, analysis, atHead, current, flipped, game, node, position, thought, watched } from "../store";

function scoreOf(): Score | null {
  const at = position.value;
  const { outcome } = at ?? {};
  if (outcome?.result === "1-0") return { mate: 1 };
  if (outcome?.result === "0-1") return { mate: -1 };
  if (outcome) return { cp: 0 };
  const found = analysis.value?.fen === at?.fen ? analysis.value?.lines[0] : undefined;
  if (found) return found.score;
  if (watched.value && atHead.value && thought.value) return thought.value;
  const reviewed = reviewOf(review.value, current.value);
  if (reviewed) return reviewed.eval_after;
  return node.value?.eval ? parseScore(node.value.eval) : null;
}

/** Whether any move of the game has an evaluation. */
const hasEvals = computed(() => [...(game.value?.nodes.values() ?? [])].some((each) => each.eval !== null));

export function EvalBar() {
  const score = scoreOf();
  // The bar keeps its place, so that the board does not move.
  if (!analyser.value && !hasEvals.value && !watched.value && !review.value) return <div class="eval empty" aria-hidden="true" />;
  const share = score ? barShare(score) : 0.5;
  const better = share >= 0.5 ? "white" : "black";
  const words = score ? ("mate" in score ? `mate, ${better} wins` : `${better} ${shortScore(score)}`) : "unknown";
  return (
    <div
      class={`eval ${flipped.value ? "flipped" : ""} ${score ? "" : "unknown"}`}
      role="meter"
      aria-label="Evaluation"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={words}
      title={words}
    >
      {score && <div class="white-share" style={{ "--share": `${share * 100}%` }} />}
      {score && !position.value?.outcome && <span class={`value ${better}`}>{shortScore(score)}</span>}
    </div>
  );
}
