/** Requests to the coach: reviews of the game, and questions about the displayed node. */

import { effect } from "@preact/signals";
import { api } from "../api/client";
import type { CoachNode, ReviewStatus } from "../api/types";
import { attempt } from "../state/messages";
import { later } from "../state/pending";
import { unconfirmed } from "../state/queue";
import { atHead, current, game, position } from "../store";
import { answered, review, reviewStatus } from "./store";

/** Starts the review of the open game; `player` judges. */
export async function startReview(player?: string): Promise<void> {
  const id = game.value?.header.id;
  if (id === undefined) return;
  const status = await attempt(() => api.startReview(id, player));
  if (status) receiveStatus(status);
}

export async function cancelReview(): Promise<void> {
  const id = game.value?.header.id;
  if (id === undefined) return;
  const status = await attempt(() => api.cancelReview(id));
  if (status) receiveStatus(status);
}

/** Takes the progress of a review from a response or from the server's messages. */
export function receiveStatus(status: ReviewStatus): void {
  if (status.game === game.value?.header.id) reviewStatus.value = status;
}

/** Loads the progress of the review again, after a reconnection. */
export async function reloadStatus(): Promise<void> {
  const id = game.value?.header.id;
  if (id === undefined) return;
  const status = await attempt(() => api.reviewStatus(id));
  if (status) receiveStatus(status);
}

async function loadReview(id: number): Promise<void> {
  const loaded = await attempt(() => api.coachReview(id));
  if (loaded && game.value?.header.id === id) review.value = loaded;
}

/** The number of answers that are kept. */
const KEPT = 300;
const answers = new Map<string, CoachNode>();

function keep(key: string, answer: CoachNode): void {
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
}

/** Follows the open game and the displayed node. */
export function startCoach(): void {
  let shown: number | null = null;
  effect(() => {
    const id = game.value?.header.id ?? null;
    if (id === shown) return;
    shown = id;
    review.value = reviewStatus.value = answered.value = null;
    if (id !== null) void reloadStatus();
  });

  let before: ReviewStatus | null = null;
  effect(() => {
    const status = reviewStatus.value;
    const isNew = status?.state === "done" && !(before?.game === status.game && before.state === "done");
    before = status;
    if (isNew) void loadReview(status.game);
  });

  const soonAsk = later(200);
  let asked: AbortController | null = null;
  effect(() => {
    const state = game.value;
    const node = current.value;
    const fen = position.value?.fen;
    asked?.abort();
    // The coach does not help in a running game against a computer.
    if (!state || fen === undefined || unconfirmed.value > 0 || (state.header.play.running && atHead.value)) return;
    const { id } = state.header;
    const key = `${id} ${node} ${fen}`;
    const known = answers.get(key);
    if (known) {
      answered.value = { fen, node: known };
      return;
    }
    const mine = new AbortController();
    asked = mine;
    soonAsk(() => {
      if (mine.signal.aborted) return;
      api.coachNode(id, node, mine.signal).then(
        (answer) => {
          keep(key, answer);
          if (!mine.signal.aborted) answered.value = { fen, node: answer };
        },
        // The static rule decides without an answer.
        () => undefined,
      );
    });
  });
}
