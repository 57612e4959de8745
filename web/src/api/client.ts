/** HTTP requests. Every error response becomes a `Refusal` with the server's message. */

import { during } from "../state/pending";
import { API, failed, reached } from "./reach";
import type {
  About,
  Annotation,
  Change,
  CoachAttempt,
  CoachNode,
  CoachReview,
  ErrorAnswer,
  FenPosition,
  Game,
  GameList,
  GameNode,
  GamePatch,
  GameResult,
  Head,
  Import,
  ImportHeader,
  ImportList,
  ImportPage,
  KeptSearch,
  KeptTree,
  Library,
  LineReview,
  MoveIntent,
  MoveRequest,
  Neighbours,
  NewGame,
  PlayPatch,
  ReviewRequest,
  ReviewStatus,
  Why,
} from "./types";

export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Whether a request may have been carried out, but its response was lost. */
export function isLost(error: unknown): boolean {
  return error instanceof Refusal && error.code === "unreachable";
}

const UNREACHABLE = "The server does not answer. Is pinsight still running?";

async function refusal(response: Response): Promise<Refusal> {
  try {
    const body = (await response.json()) as Partial<ErrorAnswer>;
    if (body.error) return new Refusal(response.status, body.error.code, body.error.message);
  } catch {
    // Not JSON: use the status.
  }
  return new Refusal(response.status, "", `The server answered ${response.status} ${response.statusText}.`);
}

interface Extras {
  body?: BodyInit;
  type?: string;
  signal?: AbortSignal | undefined;
  /** The version of the game that the request was made for; the server refuses it if the game has changed since. */
  version?: number | undefined;
}

async function send(method: string, path: string, { body, type, signal, version }: Extras = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  const request: RequestInit = { method, headers };
  if (signal) request.signal = signal;
  if (body !== undefined) {
    request.body = body;
    headers["Content-Type"] = type ?? "application/json";
  }
  const response = await received(fetch(API + path, request), signal);
  reached();
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Waits for a response or its body. Either fails if the connection is lost. */
async function received<T>(part: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await during(part);
  } catch {
    if (!signal?.aborted) failed();
    throw new Refusal(0, "unreachable", UNREACHABLE);
  }
}

/** Sends a request whose response is JSON. */
async function sendForJson<T>(method: string, path: string, extras: Extras = {}): Promise<T> {
  const response = await send(method, path, extras);
  return (await received(response.json(), extras.signal)) as T;
}

function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return sendForJson("GET", path, { signal });
}

function json<T>(method: string, path: string, body?: unknown, version?: number): Promise<T> {
  return sendForJson(method, path, { version, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

function query(values: Record<string, string | number | boolean | undefined>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== "" && value !== false) params.set(key, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** What to search for in all kept games; every field must match. */
export interface KeptQuery {
  fen: string | undefined;
  opening: string;
  pattern: string;
  motif: string;
}

export const api = {
  about: () => get<About>("/about"),
  dismissNotices: () => send("DELETE", "/notices"),
  games: (offset: number, limit: number, q: string) => get<GameList>(`/games${query({ offset, limit, q })}`),
  library: (offset: number, limit: number, q: string) => get<Library>(`/library${query({ offset, limit, q })}`),
  deleted: (offset: number, limit: number) => get<Library>(`/deleted${query({ offset, limit })}`),
  game: (id: number) => get<Game>(`/games/${id}`),
  neighbours: (id: number) => get<Neighbours>(`/games/${id}/neighbours`),
  node: (id: number, node: number, signal: AbortSignal) => get<GameNode>(`/games/${id}/nodes/${node}`, signal),
  tree: (fen: string, signal: AbortSignal) => get<KeptTree>(`/tree${query({ fen })}`, signal),
  search: (wanted: KeptQuery, after: string | undefined, signal: AbortSignal) => get<KeptSearch>(`/search${query({ ...wanted, after })}`, signal),
  reviewStatus: (id: number) => get<ReviewStatus>(`/games/${id}/coach`),
  startReview: (id: number, player?: string) => json<ReviewStatus>("POST", `/games/${id}/coach`, (player ? { player } : {}) satisfies ReviewRequest),
  cancelReview: (id: number) => json<ReviewStatus>("DELETE", `/games/${id}/coach`),
  coachReview: (id: number) => get<CoachReview>(`/games/${id}/coach/review`),
  coachNode: (id: number, node: number, signal: AbortSignal) => get<CoachNode>(`/games/${id}/nodes/${node}/coach`, signal),
  tryMove: (id: number, node: number, move: string) => get<CoachAttempt>(`/games/${id}/nodes/${node}/attempt${query({ move })}`),
  create: (game: NewGame) => json<Game>("POST", "/games", game),
  rename: (id: number, name: string, tags: Record<string, string | null>) => json<Change>("PATCH", `/games/${id}`, { name, tags } satisfies GamePatch),
  setResult: (id: number, result: GameResult, how?: string) =>
    json<Change>("PATCH", `/games/${id}`, { result, ...(how ? { tags: { Termination: how } } : {}) } satisfies GamePatch),
  remove: (id: number) => send("DELETE", `/games/${id}`),
  restore: (id: number) => json<Game>("POST", `/games/${id}/restore`),
  move: (id: number, node: number, move: string, intent?: MoveIntent) =>
    json<Change>("POST", `/games/${id}/moves`, { node, move, ...(intent ? { intent } : {}) } satisfies MoveRequest),
  undo: (id: number, version: number) => json<Change>("POST", `/games/${id}/undo`, undefined, version),
  redo: (id: number, version: number) => json<Change>("POST", `/games/${id}/redo`, undefined, version),
  takeBack: (id: number, version: number) => json<Change>("POST", `/games/${id}/take-back`, {}, version),
  setHead: (id: number, node: number) => json<Change>("PUT", `/games/${id}/head`, { node } satisfies Head),
  removeNode: (id: number, node: number) => json<Change>("DELETE", `/games/${id}/nodes/${node}`),
  promote: (id: number, node: number) => json<Change>("POST", `/games/${id}/nodes/${node}/promote`),
  demote: (id: number, node: number) => json<Change>("POST", `/games/${id}/nodes/${node}/demote`),
  annotate: (id: number, node: number, note: Annotation) => json<Change>("PATCH", `/games/${id}/nodes/${node}`, note),
  play: (id: number, patch: PlayPatch) => json<Change>("PATCH", `/games/${id}/play`, patch),
  step: (id: number) => json<Change>("POST", `/games/${id}/play/step`),
  offerDraw: (id: number) => json<Change>("POST", `/games/${id}/play/draw`),
  moveNow: (id: number, version: number) => json<unknown>("POST", `/games/${id}/play/now`, undefined, version),
  position: (fen: string) => get<FenPosition>(`/position${query({ fen })}`),
  why: (fen: string, move: string) => get<Why>(`/why${query({ fen, move })}`),
  review: (id: number, node: number | undefined, signal: AbortSignal) => get<LineReview>(`/games/${id}/review${query({ node })}`, signal),
  import: (name: string, text: Blob | string) => sendForJson<Import>("POST", `/imports${query({ name })}`, { body: text, type: "application/octet-stream" }),
  imports: () => get<ImportList>("/imports"),
  importRows: (id: number, offset: number, limit: number, q: string, faulty: boolean) =>
    get<ImportPage>(`/imports/${id}${query({ offset, limit, q, faulty })}`),
  openRow: (id: number, number: number) => json<Game>("POST", `/imports/${id}/games/${number}`),
  removeImport: (id: number) => send("DELETE", `/imports/${id}`),
  restoreImport: (id: number) => json<ImportHeader>("POST", `/imports/${id}/restore`),
  /** A file of the page. */
  asset: async (path: string) => {
    const response = await during(fetch(path));
    if (!response.ok) throw await refusal(response);
    return response.text();
  },
  text: async (path: string) => received((await send("GET", path)).text()),
  blob: async (path: string) => received((await send("GET", path)).blob()),
};

/** The path of an export of a game in the API. */
export function exportPath(
  id: number,
  form: "pgn" | "fen" | "svg" | "png" | "gif",
  options: { node?: number; flip?: boolean; pins?: boolean; size?: number; download?: boolean; coach?: boolean } = {},
): string {
  return `/games/${id}/${form}${query(options)}`;
}
