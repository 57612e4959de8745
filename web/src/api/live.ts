/**
 * The WebSocket. It reconnects after a delay that grows to a few seconds, and then renews the subscription to the game,
 * by its version, and the analysis. A ping with the version of the game shows whether the server answers and whether the
 * page has missed a change.
 */

import type { LiveMessage, LiveRequest } from "./types";

export type Connection = "connecting" | "open" | "silent" | "lost";

export interface LiveHandlers {
  message(message: LiveMessage): void;
  connection(state: Connection): void;
  /** The local version of a game; undefined requests the whole game. */
  version(game: number): number | undefined;
}

/** The pause between two pings, and the time after which a server that has not answered one is silent. */
const PING = 1000;
const PATIENCE = 2800;

const PAUSES = [250, 500, 1000, 2000, 4000];

/** The delay before the next attempt. */
export function pause(attempt: number): number {
  return PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 4000;
}

export class Live {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private game: number | null = null;
  private analysis: { fen: string; player: string; lines: number } | null = null;
  /** The game whose full state is pending. Prevents a further request for each change that arrives meanwhile. */
  private awaited: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  /** When the oldest ping without an answer was sent. */
  private pinged: number | null = null;
  private silent = false;

  constructor(
    private readonly url: string,
    private readonly handlers: LiveHandlers,
  ) {}

  connect(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.attempt = 0;
      this.pinged = null;
      this.silent = false;
      clearInterval(this.heart);
      this.heart = setInterval(() => this.beat(), PING);
      this.handlers.connection("open");
      this.subscribe();
      if (this.analysis) this.send({ type: "analyse", ...this.analysis });
    };
    socket.onmessage = (event) => {
      this.pinged = null;
      if (this.silent) {
        this.silent = false;
        this.handlers.connection("open");
      }
      const message = JSON.parse(String(event.data)) as LiveMessage;
      if (message.type === "game" || message.type === "current" || message.type === "error") this.awaited = null;
      this.handlers.message(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.awaited = null;
      clearInterval(this.heart);
      this.handlers.connection("lost");
      this.timer = setTimeout(() => this.connect(), pause(this.attempt++));
    };
  }

  /** Reconnects at once if there is no connection. */
  wake(): void {
    if (!this.socket) this.connect();
  }

  follow(game: number | null): void {
    if (this.game !== null && this.game !== game) this.send({ type: "unsubscribe", game: this.game });
    this.game = game;
    this.subscribe();
  }

  /** Requests the whole game after missed changes. */
  reload(game: number): void {
    if (this.awaited === game) return;
    this.awaited = game;
    this.send({ type: "subscribe", game });
  }

  analyse(fen: string, player: string, lines: number): void {
    if (this.analysis?.fen === fen && this.analysis.player === player && this.analysis.lines === lines) return;
    this.analysis = { fen, player, lines };
    this.send({ type: "analyse", fen, player, lines });
  }

  stop(): void {
    if (!this.analysis) return;
    this.analysis = null;
    this.send({ type: "stop" });
  }

  private beat(): void {
    if (this.pinged !== null) {
      if (!this.silent && Date.now() - this.pinged >= PATIENCE) {
        this.silent = true;
        this.handlers.connection("silent");
      }
      return;
    }
    this.pinged = Date.now();
    const version = this.game === null ? undefined : this.handlers.version(this.game);
    this.send({ type: "ping", ...(this.game === null || version === undefined ? {} : { game: this.game, version }) });
  }

  private subscribe(): void {
    if (this.game === null) return;
    this.awaited = this.game;
    const version = this.handlers.version(this.game);
    this.send({ type: "subscribe", game: this.game, ...(version === undefined ? {} : { version }) });
  }

  private send(message: LiveRequest): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
