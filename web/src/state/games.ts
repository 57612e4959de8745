/** Games: open, create, delete, import. */

import { api } from "../api/client";
import type { Game, GameHeader, ImportHeader, NewGame } from "../api/types";
import { placeOf } from "../address";
import { fenIn, today } from "../format";
import { withNode } from "../game/tree";
import { about, busy, current, dialog, draft, game, lastDeletion, readOnly, toasts } from "../store";
import { attempt, dismissText, tell, tellNotice, wordsOf } from "./messages";
import { enqueue } from "./queue";
import { close, deleting, show, startSync } from "./sync";
import { goTo } from "./view";

async function loadAbout(): Promise<void> {
  const answer = await attempt(() => api.about());
  if (!answer) return;
  about.value = answer;
  for (const notice of answer.notices) tellNotice(notice, noticeClosed);
}

/** Removes the notices from the server when the last of them is closed. */
function noticeClosed(): void {
  if (!readOnly.value && !toasts.value.some((toast) => toast.closed)) void attempt(() => api.dismissNotices());
}

/** Connects, and shows what the URL names. */
export async function start(): Promise<void> {
  startSync({ restarted: () => void loadAbout(), closed: () => void loadDraft() });
  window.addEventListener("popstate", () => {
    const place = placeOf(location);
    if (place.kind === "game" && place.id !== game.value?.header.id) void openGame(place.id);
  });
  await Promise.all([loadAbout(), openAddressed()]);
}

/** Shows the game or import in the URL; by default the most recently changed game. */
async function openAddressed(): Promise<void> {
  const place = placeOf(location);
  if (place.kind === "unknown") {
    tell(`There is nothing at ${location.pathname}.`, "error");
    history.replaceState(null, "", "/");
  } else if (place.kind === "game") await openUnlessOpen(place.id);
  else {
    const list = await attempt(() => api.games(0, 1, ""));
    const last = list?.games[0];
    if (last) await openUnlessOpen(last.id);
    if (place.kind === "import") await choose(place.id);
  }
  if (!game.value) await loadDraft();
}

/** Opens a game, unless the user has opened or started another one in the meantime. */
async function openUnlessOpen(id: number): Promise<void> {
  const answer = await attempt(() => api.game(id));
  if (answer && !game.value) show(answer);
}

async function choose(id: number): Promise<void> {
  const found = await attempt(() => api.importRows(id, 0, 1, "", false));
  if (found) dialog.value = { kind: "choose", id, name: found.name, total: found.total, faulty: found.faulty };
}

async function loadDraft(): Promise<void> {
  draft.value = (await attempt(() => api.position(EXAMPLE_POSITION))) ?? null;
}

export async function openGame(id: number): Promise<boolean> {
  const answer = await attempt(() => api.game(id));
  if (!answer) return false;
  show(answer);
  return true;
}

export async function newGame(wanted: NewGame): Promise<string | null> {
  try {
    show(await enqueue({ game: null, node: current.value, send: () => api.create({ ...wanted, tags: { Date: today(), ...wanted.tags } }) }));
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

/** Starts a game of the same players with the colours swapped. */
export async function rematch({ play, start_fen: fen }: GameHeader): Promise<void> {
  const seats = { white: play.black, black: play.white };
  const refused = await newGame({ ...seats, fen, ...(play.clock ? { clock: play.clock.control } : {}) });
  if (refused) tell(refused, "error");
}

/** Deletes a game. The message about it, and Ctrl+Z, restore it. */
export async function deleteGame(id: number, name: string): Promise<boolean> {
  const wasOpen = game.value?.header.id === id;
  deleting.add(id);
  const done = await attempt(() => enqueue({ game: id, node: current.value, send: () => api.remove(id) }));
  deleting.delete(id);
  if (!done) return false;
  if (game.value?.header.id === id) close();
  offerRestore(name, async () => {
    const restored = await restoreGame(id);
    if (restored && wasOpen) show(restored);
  });
  return true;
}

export function restoreGame(id: number): Promise<Game | undefined> {
  return attempt(() => enqueue({ game: id, node: current.value, send: () => api.restore(id) }));
}

export function restoreImport(id: number): Promise<ImportHeader | undefined> {
  return attempt(() => enqueue({ game: null, node: current.value, send: () => api.restoreImport(id) }));
}

/** Deletes an import; the games that were opened from it stay. The message about it, and Ctrl+Z, restore it. */
export async function deleteImport(id: number, name: string): Promise<boolean> {
  const done = await attempt(() => enqueue({ game: null, node: current.value, send: () => api.removeImport(id) }));
  if (!done) return false;
  offerRestore(name, () => restoreImport(id));
  return true;
}

/** Says that something was restored; the message that offers it is out of date. */
export function tellRestored(name: string): void {
  lastDeletion.value = null;
  dismissText(deletedText(name));
  tell(`${name} was restored.`);
}

function deletedText(name: string): string {
  return `${name} was deleted.`;
}

function offerRestore(name: string, restore: () => Promise<unknown>): void {
  const run = (): void => {
    lastDeletion.value = null;
    void restore();
  };
  lastDeletion.value = run;
  tell(deletedText(name), "info", run);
}

/** Loads the position of a variation in a large tree when it is displayed. */
export async function fillIn(id: number, nodeId: number, signal: AbortSignal): Promise<void> {
  const loaded = await attempt(() => api.node(id, nodeId, signal), signal);
  if (loaded && game.value?.header.id === id) game.value = withNode(game.value, loaded);
}

/** Imports a position or games from pasted, dropped or chosen text. Returns the error message, if any. */
export async function importGames(name: string, content: Blob | string): Promise<string | null> {
  const fen = typeof content === "string" ? fenIn(content) : null;
  if (fen !== null) return newGame({ fen });
  const limit = about.value?.limits.import_bytes;
  const size = typeof content === "string" ? new Blob([content]).size : content.size;
  if (limit !== undefined && size > limit) {
    return `${name} has ${(size / 1048576).toFixed(1)} MB; the server takes ${(limit / 1048576).toFixed(0)} MB at a time. Split the file, or use pinsight on the command line.`;
  }
  busy.value = `Reading ${name} …`;
  try {
    const answer = await api.import(name, content);
    if (answer.game) {
      dialog.value = null;
      show(answer.game);
    } else {
      const { id, total, faulty } = answer;
      dialog.value = { kind: "choose", id, name: answer.name, total, faulty };
    }
    return null;
  } catch (error) {
    return wordsOf(error);
  } finally {
    busy.value = null;
  }
}

/** The game Morphy played at the Paris opera; after 12... Rd8 White has three pins. */
const EXAMPLE = `[Event "Paris"]
[Site "Opera"]
[Date "1858.??.??"]
[White "Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;

/** The example after 12... Rd8. */
const EXAMPLE_POSITION = "3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 3 13";

/** Opens the example game at the move with the most pins. */
export async function openExample(): Promise<void> {
  await importOrTell("Example", EXAMPLE);
  const shown = [...(game.value?.nodes.values() ?? [])].find(({ number, san }) => number === 12 && san === "Rd8");
  if (shown) goTo(shown.id);
}

/** Like the import above, but shows the error in the page because no dialog is open. */
export async function importOrTell(name: string, content: Blob | string): Promise<void> {
  const refused = await importGames(name, content);
  if (refused) tell(refused, "error");
}

/** Opens the game after or before the open one: in its import, else among the own games in the order of their start. */
export async function openNeighbour(step: 1 | -1): Promise<void> {
  const header = game.value?.header;
  if (!header) return;
  const end = step === 1 ? "last" : "first";
  if (header.source) {
    const { import: id, number } = header.source;
    const found = await attempt(() => api.importRows(id, 0, 1, "", false));
    if (!found) return;
    const wanted = number + step;
    if (wanted < 1 || wanted > found.total) tell(`This is the ${end} game of ${found.name}.`);
    else await openRow(id, wanted);
    return;
  }
  const found = await attempt(() => api.neighbours(header.id));
  if (!found) return;
  const next = step === 1 ? found.next : found.previous;
  if (next === null) tell(`This is the ${end} of your games.`);
  else await openGame(next);
}

export async function openRow(id: number, number: number): Promise<void> {
  const answer = await attempt(() => api.openRow(id, number));
  if (!answer) return;
  dialog.value = null;
  show(answer);
}
