/** Side effects of the state: requests, the theme, announcements. */

import { computed, effect, untracked } from "@preact/signals";
import { startOpenings } from "./openings/state";
import { startCoach } from "./review/actions";
import { coachMove, pinsHere } from "./review/store";
import { fillIn } from "./state/games";
import { playPremove } from "./state/moves";
import { later } from "./state/pending";
import { unconfirmed } from "./state/queue";
import { analyse } from "./state/sync";
import { announce } from "./state/view";
import { api } from "./api/client";
import { addressOf } from "./address";
import { arrivalOf, timeLeft } from "./game/clock";
import { isMainline, lineThrough, ROOT } from "./game/tree";
import { boardColours, pieceColours, sounds } from "./settings";
import { play, soundOf } from "./sound";
import { leaveTraining } from "./training/state";
import {
  analyser,
  connection,
  current,
  flipped,
  game,
  LOW_TIME,
  movable,
  node,
  position,
  premove,
  refusal,
  review,
  showWhy,
  theme,
  ticks,
  trouble,
  why,
} from "./store";

export function startEffects(): void {
  effect(() => {
    if (theme.value === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
  });

  effect(() => {
    document.documentElement.dataset["board"] = boardColours.value;
    document.documentElement.dataset["pieces"] = pieceColours.value;
  });

  const opened = computed(() => game.value?.header.id);
  effect(() => {
    opened.value; // Subscribes.
    leaveTraining();
  });

  /** The node and the game of the last sound. */
  let heard: { game: number; node: number } | null = null;
  effect(() => {
    const shown = node.value;
    const id = game.peek()?.header.id;
    if (!shown || id === undefined) return;
    const forward = heard?.game === id && heard.node === shown.parent;
    heard = { game: id, node: shown.id };
    const sound = forward && sounds.peek() ? soundOf(shown) : null;
    if (sound) play(sound);
  });

  const clock = computed(() => game.value?.header.play.clock ?? null);
  /** The game whose low clock was heard. */
  let warned: number | null = null;
  effect(() => {
    const running = clock.value;
    if (!running || running.elapsed === null) return;
    const tick = (): void => {
      ticks.value = performance.now();
      const { header, nodes } = game.peek() ?? {};
      const turn = header && nodes?.get(header.head)?.position?.turn;
      if (!header || !turn || header.id === warned || header.play[turn].player !== "human" || !sounds.peek()) return;
      if (timeLeft(running, turn, turn, ticks.value - arrivalOf(running, ticks.value)) > LOW_TIME) return;
      warned = header.id;
      play("low");
    };
    arrivalOf(running, performance.now());
    tick();
    const timer = setInterval(tick, 100);
    return () => clearInterval(timer);
  });

  effect(() => {
    if (premove.value && movable.value) untracked(playPremove);
  });

  effect(() => {
    const shown = node.value;
    const id = game.peek()?.header.id;
    if (!shown || shown.position !== null || id === undefined || unconfirmed.value > 0) return;
    const asked = new AbortController();
    void fillIn(id, shown.id, asked.signal);
    return () => asked.abort();
  });

  effect(() => {
    void position.value;
    // The message that the server does not answer is out of date when it does.
    void trouble.value;
    refusal.value = null;
  });

  // Again when the coach has answered: each finding is announced with its move.
  effect(() => announce(coachMove.value, pinsHere.value));

  startCoach();
  startOpenings();

  const soonWriteAddress = later(150);
  effect(() => {
    const state = game.value;
    if (!state) return;
    const path = addressOf(state.header, current.value, flipped.value);
    soonWriteAddress(() => {
      if (game.peek()?.header.id === state.header.id) history.replaceState(null, "", path);
    });
  });

  const soonAnalyse = later(80);
  effect(() => {
    void position.value?.fen;
    const player = analyser.value;
    if (connection.value === "open") soonAnalyse(() => analyse(player));
  });

  const soonReview = later(120);
  /** The last request for the strip, answered or pending. */
  let reviewed: { nodes: unknown; id: number; line: Set<number>; asked: AbortController } | null = null;
  effect(() => {
    const state = game.value;
    const at = current.value;
    // The server would reject a request about a move that is being deleted.
    if (!state || unconfirmed.value > 0) {
      reviewed?.asked.abort();
      return;
    }
    // The strip covers the whole line, so navigating along it needs no request.
    if (reviewed?.nodes === state.nodes && reviewed.id === state.header.id && reviewed.line.has(at)) return;
    soonReview(() => {
      if (unconfirmed.peek() > 0 || game.peek() !== state) return;
      const { id } = state.header;
      const through = isMainline(state, at) ? undefined : at;
      reviewed?.asked.abort();
      const asked = new AbortController();
      reviewed = { nodes: state.nodes, id, line: new Set(lineThrough(state, through ?? ROOT)), asked };
      api.review(id, through, asked.signal).then(
        (answer) => {
          if (game.peek()?.header.id === id) review.value = answer;
        },
        () => {
          if (reviewed?.asked === asked) reviewed = null;
        },
      );
    });
  });

  const soonWhy = later(60);
  effect(() => {
    const shown = node.value;
    if (!shown || shown.id === ROOT || shown.san === null || !showWhy.value) return;
    if (why.peek()?.node === shown.id) return;
    const before = game.peek()?.nodes.get(shown.parent ?? ROOT)?.position;
    if (!before) return;
    const text = shown.san;
    soonWhy(() => {
      api.why(before.fen, text).then(
        (answer) => {
          if (current.peek() === shown.id) why.value = { node: shown.id, why: answer };
        },
        (error: Error) => {
          if (current.peek() === shown.id) why.value = { node: shown.id, refused: error.message };
        },
      );
    });
  });
}
