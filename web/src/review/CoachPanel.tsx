/** The coach's words about the displayed move: the threat first, then the sentence, then the lines that prove it. */

import type { CoachFinding } from "../api/types";
import { shownPins } from "../game/relevance";
import { allPins, atHead, isPlaying } from "../store";
import { LineMoves } from "./LineMoves";
import { coachMove, pinsHere } from "./store";
import { JUDGEMENTS, threatOf } from "./threats";

const TITLES: Record<CoachFinding["kind"], string> = { allows: "Allows", misses: "Missed", exploits: "Wins", threatens: "Threat" };

/** `mate in 2`, `wins 3 pawns`: what a line gains. */
function gainInWords({ gain, mate }: Pick<CoachFinding, "gain" | "mate">): string {
  if (mate !== null) return mate === 1 ? "mate" : `mate in ${mate}`;
  return gain !== null && gain > 0 ? `+${gain}` : "";
}

export function CoachPanel() {
  const move = coachMove.value;
  const threat = threatOf(move);
  if (isPlaying.value && atHead.value) return null;
  // The list of pins, which follows, says the same with its reason.
  const repeats = !move?.judgement && shownPins(pinsHere.value.pins, allPins.value).some(({ sentence }) => sentence === move?.text);
  if (!move || (!threat && (repeats || (!move.judgement && move.text === "")))) {
    // Until the answer arrives, the panel is empty.
    return (
      <section class="panel coach" aria-label="Coach">
        {move && !repeats && <p class="coach-text muted">Nothing to remark.</p>}
      </section>
    );
  }
  const lines = move.findings.filter((finding) => finding !== threat?.finding && finding.line.moves.length > 1);
  const bestMissed = move.findings.some(({ kind }) => kind === "misses");
  return (
    <section class="panel coach" aria-label="Coach">
      {threat && (
        <p class="threat">
          <strong>Threat:</strong> <LineMoves fen={threat.finding.line.fen} moves={threat.finding.line.moves.slice(0, 1)} />
        </p>
      )}
      {!repeats && (move.text || move.judgement) && (
        <p class="coach-text">
          {move.judgement && <span class={`judgement ${move.judgement}`}>{JUDGEMENTS[move.judgement].name}</span>} {move.text}
        </p>
      )}
      {lines.map((finding, index) => (
        <p class="coach-line" key={index}>
          <span class="what">{TITLES[finding.kind]}</span>
          <LineMoves fen={finding.line.fen} moves={finding.line.moves} />
          <span class="muted">{gainInWords(finding)}</span>
        </p>
      ))}
      {move.better && !bestMissed && (
        <p class="coach-line">
          <span class="what">Better</span>
          <LineMoves fen={move.better.fen} moves={move.better.moves.slice(0, 8)} />
        </p>
      )}
    </section>
  );
}
