/**
 * The one place that knows cm-chessboard: it draws squares and pieces, moves them, and reads drags and clicks.
 *
 * What is asked for while a piece still moves is kept, and only the last of it is shown: a game that ran on in a
 * hidden tab, or a held arrow key, never leaves a queue behind.
 */

import { Chessboard, type MoveInputEvent } from "cm-chessboard/src/Chessboard.js";
import type { Color, Square } from "../api/types";

export interface BoardEvents {
  /** A piece was taken up (or, with null, put down again). */
  pick(square: Square | null): void;
  /** The pointer with a piece in hand is over this square. */
  over(square: Square | null): void;
  /** A piece was moved by hand. */
  move(from: Square, to: Square): void;
  /** Where the piece may go; null if it may not be moved now. */
  targets(square: Square): Square[] | null;
}

interface Wish {
  fen: string;
  flipped: boolean;
  animated: boolean;
  /** The side whose pieces may be moved. */
  movable: Color | null;
}

const PIECE_SIZE = 100;

export class Board {
  private readonly board: Chessboard;
  private wish: Wish | null = null;
  private busy = false;
  private allowed: Color | null = null;
  private gone = false;

  constructor(private readonly host: HTMLElement, fen: string, flipped: boolean, private readonly events: BoardEvents) {
    this.board = new Chessboard(host, {
      position: fen,
      orientation: flipped ? "b" : "w",
      assetsUrl: "",
      // The sprite of our own pieces is part of the page already; see main.tsx.
      assetsCache: false,
      style: {
        cssClass: "pinsight",
        // Its coordinates have style attributes, which our content security policy forbids; we draw them.
        showCoordinates: false,
        borderType: "none",
        pieces: { file: "", tileSize: PIECE_SIZE },
        animationDuration: 160,
      },
    });
    this.board.view.svg.removeAttribute("role");
    this.board.view.svg.setAttribute("aria-hidden", "true");
    this.styleWithoutAttributes();
    this.forgiveEarlyRelease();
  }

  /** Shows a position, and lets one side's pieces be moved, or none. */
  show(wish: Wish): void {
    this.wish = wish;
    void this.grant();
  }

  pieceOn(square: Square): string | null {
    return this.board.getPiece(square);
  }

  destroy(): void {
    this.gone = true;
    this.board.destroy();
  }

  private async grant(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let wish = this.wish; wish && !this.gone; wish = this.wish) {
      this.wish = null;
      // A piece in hand is put down; one that is still on its way arrives first.
      if (this.board.view.visualMoveInput.moveInputState !== "moveDone") this.board.cancelMoveInput();
      const side = wish.flipped ? "b" : "w";
      if (this.board.getOrientation() !== side) await this.board.setOrientation(side, false);
      if (!this.gone) await this.board.setPosition(wish.fen, wish.animated && !document.hidden);
      if (!this.gone) this.allow(wish.movable);
    }
    this.busy = false;
  }

  private allow(color: Color | null): void {
    if (this.allowed === color) return;
    this.allowed = color;
    // For the pointer's shape; and whoever looks from outside sees when pieces can be taken up.
    if (color) this.host.dataset["side"] = color;
    else delete this.host.dataset["side"];
    if (this.board.isMoveInputEnabled()) this.board.disableMoveInput();
    if (color) this.board.enableMoveInput((event) => this.input(event), color === "white" ? "w" : "b");
  }

  private input(event: MoveInputEvent): boolean | void {
    switch (event.type) {
      case "moveInputStarted": {
        const may = (this.events.targets(event.squareFrom)?.length ?? 0) > 0;
        if (may) this.events.pick(event.squareFrom);
        return may;
      }
      case "movingOverSquare":
        this.events.over(event.squareTo ?? null);
        return;
      case "validateMoveInput":
        this.events.over(null);
        return this.events.targets(event.squareFrom)?.includes(event.squareTo ?? "") ?? false;
      case "moveInputCanceled":
        this.events.over(null);
        this.events.pick(null);
        return;
      case "moveInputFinished":
        this.events.pick(null);
        if (event.legalMove && event.squareTo) this.events.move(event.squareFrom, event.squareTo);
    }
  }

  /** cm-chessboard places the dragged piece with a style attribute, which the content security policy forbids. */
  private styleWithoutAttributes(): void {
    const { view } = this.board;
    const input = view.visualMoveInput;
    input.createDraggablePiece = (piece) => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.classList.add("dragged-piece");
      svg.setAttribute("viewBox", `0 0 ${PIECE_SIZE} ${PIECE_SIZE}`);
      svg.setAttribute("aria-hidden", "true");
      svg.style.width = svg.style.height = `${view.squareWidth}px`;
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", `#${piece}`);
      svg.append(use);
      document.body.append(svg);
      input.draggablePiece = svg;
    };
    input.moveDraggablePiece = (x, y) => {
      const svg = input.draggablePiece;
      if (!svg) return;
      svg.style.left = `${x - view.squareWidth / 2}px`;
      svg.style.top = `${y - view.squareWidth / 2}px`;
    };
  }

  /** A button released over the promotion choice ends the input before the piece has arrived: then there is no square. */
  private forgiveEarlyRelease(): void {
    const { view } = this.board;
    const show = view.setPieceVisibility.bind(view);
    view.setPieceVisibility = (square, visible) => {
      if (square && this.board.getPiece(square)) show(square, visible);
    };
  }
}
