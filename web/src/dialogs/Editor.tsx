/** The board editor: a position to start a game from. The server names its faults. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client";
import type { Square } from "../api/types";
import { neighbour, type Point } from "../board/geometry";
import { watchGestures } from "../board/gesture";
import { Pieces } from "../board/Pieces";
import { Squares } from "../board/Squares";
import { pieceInWords, squareInWords } from "../board/words";
import { EMPTY, fenOf, mirrored, setupOf, START, withCastling, withMove, withPiece, type Setup } from "../game/setup";
import { newGame } from "../state/games";
import { wordsOf } from "../state/messages";
import { later } from "../state/pending";
import { dialog, flipped, position, spoken } from "../store";
import { Button } from "../ui/Button";
import { Piece } from "../ui/Icon";
import { Modal } from "../ui/Modal";

/** What a click on a square does: move pieces by dragging, remove, or put this piece. */
type Tool = "hand" | "bin" | string;

const TOOLS = ["w", "b"].map((color) => [..."kqrbnp"].map((role) => color + role));
const RIGHTS: [letter: string, label: string][] = [
  ["K", "White O-O"],
  ["Q", "White O-O-O"],
  ["k", "Black O-O"],
  ["q", "Black O-O-O"],
];
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function EditorDialog() {
  const setup = useSignal<Setup>(setupOf(position.value?.fen ?? START));
  const tool = useSignal<Tool>("hand");
  const turned = useSignal(flipped.value);
  const written = useSignal(fenOf(setup.value));
  const faults = useSignal<string[]>([]);
  const good = useSignal(true);

  function set(changed: Setup): void {
    setup.value = changed;
    written.value = fenOf(changed);
  }

  const soon = useRef(later(120));
  const fen = fenOf(setup.value);
  useEffect(() => {
    soon.current(() => {
      api.position(fen).then(
        ({ notes }) => {
          if (fenOf(setup.value) !== fen) return;
          faults.value = notes;
          good.value = true;
        },
        (error: unknown) => {
          if (fenOf(setup.value) !== fen) return;
          faults.value = [wordsOf(error)];
          good.value = false;
        },
      );
    });
  }, [fen]);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const refused = await newGame({ fen });
    if (refused === null) dialog.value = null;
    else faults.value = [refused];
  }

  return (
    <Modal title="Set up a position" wide>
      <form class="editor" onSubmit={submit}>
        <EditorBoard setup={setup.value} tool={tool.value} flipped={turned.value} set={set} />
        <div class="editor-side">
          <div class="palette" role="group" aria-label="Pieces">
            {TOOLS.map((row) =>
              row.map((id) => (
                <button
                  type="button"
                  key={id}
                  class="tool"
                  aria-pressed={tool.value === id}
                  aria-label={pieceInWords(id)}
                  title={pieceInWords(id)}
                  onClick={() => (tool.value = id)}
                >
                  <Piece id={id} />
                </button>
              )),
            )}
            <Button icon="hand" title="Move pieces" pressed={tool.value === "hand"} onClick={() => (tool.value = "hand")}>
              Move
            </Button>
            <Button icon="trash" title="Remove pieces" pressed={tool.value === "bin"} onClick={() => (tool.value = "bin")}>
              Remove
            </Button>
          </div>
          <div class="choices">
            <Button onClick={() => set(setupOf(EMPTY))}>Clear</Button>
            <Button onClick={() => set(setupOf(START))}>Start position</Button>
            <Button title="Mirror the board and change the colours" onClick={() => set(mirrored(setup.value))}>
              Swap sides
            </Button>
            <Button icon="flip" title="Flip the board" onClick={() => (turned.value = !turned.value)} />
          </div>
          <label class="field row-field">
            To move
            <select value={setup.value.turn} onChange={(event) => set({ ...setup.value, turn: event.currentTarget.value as Setup["turn"], enPassant: "" })}>
              <option value="white">White</option>
              <option value="black">Black</option>
            </select>
          </label>
          <fieldset class="rights">
            <legend>Castling</legend>
            {RIGHTS.map(([letter, label]) => (
              <label class="check" key={letter}>
                <input
                  type="checkbox"
                  checked={setup.value.castling.includes(letter)}
                  onChange={(event) => set(withCastling(setup.value, letter, event.currentTarget.checked))}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <label class="field row-field">
            En passant
            <select value={setup.value.enPassant} onChange={(event) => set({ ...setup.value, enPassant: event.currentTarget.value })}>
              <option value="">none</option>
              {[..."abcdefgh"]
                .map((file) => file + (setup.value.turn === "white" ? 6 : 3))
                .map((square) => (
                  <option key={square} value={square}>
                    {square}
                  </option>
                ))}
            </select>
          </label>
        </div>
        <label class="field editor-fen">
          FEN
          <input
            value={written.value}
            spellcheck={false}
            autocomplete="off"
            aria-invalid={!good.value}
            aria-describedby="editor-faults"
            onInput={(event) => {
              written.value = event.currentTarget.value;
              setup.value = setupOf(event.currentTarget.value);
            }}
          />
        </label>
        <div id="editor-faults" class={good.value ? "muted" : "refused"} role="status">
          {faults.value.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
        <footer>
          <Button disabled={!good.value} onClick={() => (dialog.value = { kind: "new", fen })}>
            Play a computer from here
          </Button>
          <Button type="submit" class="primary" disabled={!good.value}>
            Open on the board
          </Button>
        </footer>
      </form>
    </Modal>
  );
}

interface BoardProps {
  setup: Setup;
  tool: Tool;
  flipped: boolean;
  set(changed: Setup): void;
}

function EditorBoard(props: BoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const dragged = useSignal<{ square: Square; point: Point } | null>(null);
  const cursor = useSignal<Square | null>(null);

  function apply(square: Square): void {
    const { setup, tool, set } = latest.current;
    if (tool === "hand") return;
    const put = tool === "bin" || setup.placed.get(square) === tool ? null : tool;
    set(withPiece(setup, square, put));
  }
  const tell = (square: Square): void => {
    spoken.value = squareInWords(square, latest.current.setup.placed.get(square) ?? null);
  };

  useEffect(() => {
    if (!host.current) return undefined;
    let from: Square | null = null;
    const remove = (square: Square): void => latest.current.set(withPiece(latest.current.setup, square, null));
    return watchGestures(host.current, () => latest.current.flipped, {
      press: (square) => {
        cursor.value = null;
        from = null;
        if (latest.current.tool !== "hand") apply(square);
        else if (latest.current.setup.placed.has(square)) from = square;
        return from !== null;
      },
      drag: (point) => {
        if (from) dragged.value = { square: from, point };
      },
      release: (over, wasDragged) => {
        dragged.value = null;
        if (from && wasDragged) latest.current.set(withMove(latest.current.setup, from, over));
      },
      cancel: () => (dragged.value = null),
      draw: () => undefined,
      drawn: (square, to) => {
        if (to === square) remove(square);
      },
      claims: () => true,
    });
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    const at = cursor.value;
    const stepBy = STEPS[event.key];
    if (at === null) return;
    if (stepBy) cursor.value = neighbour(at, stepBy[0], stepBy[1], props.flipped);
    else if (event.key === "Enter" || event.key === " ") apply(at);
    else if (event.key === "Delete" || event.key === "Backspace") props.set(withPiece(props.setup, at, null));
    else return;
    event.preventDefault();
    tell(cursor.value ?? at);
  }

  return (
    <div
      class="chessboard editor-board"
      ref={host}
      tabIndex={0}
      role="application"
      aria-label="Board editor. Arrow keys go from square to square, Enter puts the chosen piece, Delete removes one."
      onMouseDown={(event) => event.preventDefault()}
      onFocus={() => {
        cursor.value ??= "e4";
        tell(cursor.value);
      }}
      onBlur={() => (cursor.value = null)}
      onKeyDown={onKeyDown}
    >
      <Squares
        flipped={props.flipped}
        last={[]}
        check={null}
        picked={null}
        targets={[]}
        taken={() => false}
        over={null}
        cursor={cursor.value}
        reasons={[]}
        premove={[]}
      />
      <Pieces placed={props.setup.placed} flipped={props.flipped} dragged={dragged.value} />
    </div>
  );
}
