/**
 * The only user of cm-chessboard, which draws and animates the pieces and handles drags and clicks.
 *
 * During an animation only the latest requested position is kept, so a game that continued in a hidden tab or a held
 * arrow key never builds up a queue.
 */

import { Chessboard, type MoveInputEvent } from "cm-chessboard/src/Chessboard.js";
import type { Color, Square } from "../api/types";

export interface BoardEvents {
  /** A piece was picked up or, with null, put down. */
  pick(square: Square | null): void;
  /** The dragged piece is over this square. */
  over(square: Square | null): void;
  /** The user moved a piece. */
  move(from: Square, to: Square): void;
  /** The user tried a move that is not legal. */
  refuse(from: Square, to: Square): void;
  /** Returns the target squares of a piece; null if it cannot be moved now. */
  targets(square: Square): Square[] | null;
}

interface Wish {
  fen: string;
  flipped: boolean;
  animated: boolean;
  /** The side whose pieces can be moved. */
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
      // main.tsx has already added the piece sprite to the page.
      assetsCache: false,
      style: {
        cssClass: "pinsight",
        // cm-chessboard's coordinates use style attributes, which the content security policy forbids.
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

  /** Shows a position and enables moves of one side, or of none. */
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
      // Put a dragged piece down; let a running animation finish first.
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
    // Sets the cursor; browser tests also read it to see when pieces can be moved.
    if (color) this.host.dataset["side"] = color;
    else delete this.host.dataset["side"];
    if (this.board.isMoveInputEnabled()) this.board.disableMoveInput();
    if (color) this.board.enableMoveInput((event) => this.input(event), color === "white" ? "w" : "b");
  }

  private input(event: MoveInputEvent): boolean | void {
    switch (event.type) {
      case "moveInputStarted": {
        // Also a piece without a legal move: the attempt tells why.
        const may = this.events.targets(event.squareFrom) !== null;
        if (may) this.events.pick(event.squareFrom);
        return may;
      }
      case "movingOverSquare":
        this.events.over(event.squareTo ?? null);
        return;
      case "validateMoveInput":
        this.events.over(null);
        return this.validate(event.squareFrom, event.squareTo ?? null);
      case "moveInputCanceled":
        this.events.over(null);
        this.events.pick(null);
        return;
      case "moveInputFinished":
        this.events.pick(null);
        if (event.legalMove && event.squareTo) this.events.move(event.squareFrom, event.squareTo);
    }
  }

  private validate(from: Square, to: Square | null): boolean {
    const legal = to !== null && (this.events.targets(from)?.includes(to) ?? false);
    if (!legal && to !== null && to !== from) this.events.refuse(from, to);
    return legal;
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

  /** Releasing the button over the promotion choice ends the input before the piece has arrived; there is no square then. */
  private forgiveEarlyRelease(): void {
    const { view } = this.board;
    const show = view.setPieceVisibility.bind(view);
    view.setPieceVisibility = (square, visible) => {
      if (square && this.board.getPiece(square)) show(square, visible);
    };
  }
}
