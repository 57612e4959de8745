/** Types for the part of cm-chessboard that board.ts uses; the package has none. */
declare module "cm-chessboard/src/Chessboard.js" {
  export interface MoveInputEvent {
    type: "moveInputStarted" | "movingOverSquare" | "validateMoveInput" | "moveInputCanceled" | "moveInputFinished";
    squareFrom: string;
    squareTo?: string | null;
    legalMove?: boolean;
    animate?: boolean;
  }

  export interface VisualMoveInput {
    draggablePiece: SVGSVGElement | null;
    moveInputState: string;
    createDraggablePiece(piece: string): void;
    moveDraggablePiece(x: number, y: number): void;
  }

  export class Chessboard {
    constructor(context: HTMLElement, props: object);
    view: {
      svg: SVGSVGElement;
      squareWidth: number;
      visualMoveInput: VisualMoveInput;
      setPieceVisibility(square: string | null, visible?: boolean): void;
    };
    props: { style: { animationDuration: number } };
    setPosition(fen: string, animated?: boolean): Promise<void>;
    setOrientation(color: "w" | "b", animated?: boolean): Promise<void>;
    getPosition(): string;
    getOrientation(): "w" | "b";
    getPiece(square: string): string | null;
    enableMoveInput(handler: (event: MoveInputEvent) => boolean | void, color?: "w" | "b"): void;
    disableMoveInput(): void;
    isMoveInputEnabled(): boolean;
    cancelMoveInput(): void;
    destroy(): void;
  }
}
