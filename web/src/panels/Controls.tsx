/** The controls below the board: navigation, flip, undo; and pause, step and speed of computers. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { moveNow, setPlay, step } from "../state/computers";
import { rematch } from "../state/games";
import { playMove, redo, resign, takeBack, undo } from "../state/moves";
import { goBack, goOn, goTo, goToEnd, goToStart } from "../state/view";
import { isHuman, withoutNumber } from "../format";
import { nextOf } from "../game/tree";
import { confirmEnd } from "../settings";
import { atHead, computersTurn, current, dialog, flipped, game, position, readOnly, refusal, showPins, trouble } from "../store";
import { Button } from "../ui/Button";

export function Controls() {
  const state = game.value;
  const atStart = current.value === 0;
  const atEnd = !state || nextOf(state, current.value) === null;
  const locked = readOnly.value || !state;
  return (
    <div class="controls" role="toolbar" aria-label="Moves">
      <div class="group steps">
        <Button icon="first" title="To the start" keys="Home" disabled={atStart} onClick={goToStart} />
        <Button icon="back" title="One move back" keys="←" disabled={atStart} onClick={goBack} />
        <Button icon="on" title="One move forward" keys="→" disabled={atEnd} onClick={goOn} />
        <Button icon="last" title="To the end" keys="End" disabled={atEnd} onClick={goToEnd} />
      </div>
      <div class="group">
        <Button icon="flip" title="Flip the board" keys="f" onClick={() => (flipped.value = !flipped.value)} />
        <Button icon="pin" title="Pins on the board" keys="p" pressed={showPins.value} onClick={() => (showPins.value = !showPins.value)} />
      </div>
      <div class="group">
        <Button icon="undo" title="Undo" keys="Ctrl+Z" disabled={locked || !state.header.can_undo} onClick={undo} />
        <Button icon="redo" title="Redo" keys="Ctrl+Y" disabled={locked || !state.header.can_redo} onClick={redo} />
        {!isAgainstComputer() && <Button icon="flag" title="Resign or draw" disabled={!canEnd()} onClick={endGame} />}
        <Button icon="players" title="Who plays" disabled={readOnly.value} onClick={() => (dialog.value = { kind: state ? "players" : "new" })} />
      </div>
      <TypedMove />
    </div>
  );
}

/** Whether a human plays against a computer; the controls of the game are then below. */
function isAgainstComputer(): boolean {
  const play = game.value?.header.play;
  return play !== undefined && isHuman(play.white) !== isHuman(play.black);
}

/** Asks how the game ends. A single human who does not want to be asked resigns at once; the message offers to undo it. */
function endGame(): void {
  const play = game.value?.header.play;
  if (!play) return;
  const [human, other] = (["white", "black"] as const).filter((color) => isHuman(play[color]));
  if (confirmEnd.value || !human || other) dialog.value = { kind: "end" };
  else void resign(human);
}

/** Whether a human, who can resign, plays this side. */
function canEnd(): boolean {
  const header = game.value?.header;
  if (!header || readOnly.value || header.result !== "*" || game.value?.nodes.get(header.head)?.position?.outcome) return false;
  return isHuman(header.play.white) || isHuman(header.play.black);
}

/** The text field for a move, with its error message below. */
function TypedMove() {
  const text = useSignal("");
  /** The node at which a refused move was put back into the field; null after the user has typed. */
  const refusedAt = useSignal<number | null>(null);
  useSignalEffect(() => {
    // The response to the move was lost, and the board now shows the move.
    if (refusedAt.value !== null && refusedAt.value !== current.value) {
      refusedAt.value = null;
      text.value = "";
    }
  });
  if (readOnly.value) return null;
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const move = withoutNumber(text.value);
    // The computer's turn may begin, or the server fall silent, while the user types; the text stays.
    if (!move || computersTurn.value || trouble.value) return;
    // The user can type the next move while this request is pending.
    text.value = "";
    const node = current.value;
    const refused = await playMove(move, true);
    if (refused === null || text.value !== "" || node !== current.value) return;
    text.value = move;
    refusedAt.value = node;
  }
  return (
    <form class="typed" onSubmit={submit}>
      <input
        id="typed-move"
        value={text.value}
        placeholder="Type a move"
        aria-label="Type a move, as Nf3 or g1f3"
        aria-invalid={refusal.value !== null}
        aria-describedby="typed-refused"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        readOnly={computersTurn.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          refusedAt.value = refusal.value = null;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          text.value = "";
          refusal.value = null;
          event.currentTarget.blur();
        }}
      />
      <p id="typed-refused" class="refused" role="alert">
        {refusal.value?.text}
      </p>
    </form>
  );
}

const SPEEDS: [delay: number, name: string][] = [
  [0, "Fastest"],
  [250, "Fast"],
  [500, "Normal"],
  [1500, "Slow"],
  [4000, "Very slow"],
];

/** Shown only if a computer plays. */
export function ComputerControls() {
  const header = game.value?.header;
  if (!header) return null;
  const { play } = header;
  const computers = [play.white, play.black].filter((seat) => !isHuman(seat)).length;
  const over = position.value?.outcome && atHead.value ? position.value.outcome.text : null;
  const isOver = over !== null || header.result !== "*";
  // A finished game continues only from an earlier move.
  const fromHere = !atHead.value && header.result !== "*" && header.source === null;
  return (
    <>
      {computers > 0 && (
        <div class="computers" role="toolbar" aria-label="Computers">
          <Button
            icon={play.running && !fromHere ? "pause" : "play"}
            class="accent"
            disabled={readOnly.value || over !== null}
            onClick={() => void (fromHere ? setPlay({ running: true }, true) : setPlay({ running: !play.running }))}
          >
            {fromHere ? "Go on from here" : play.running ? "Pause" : "Go on"}
          </Button>
          {computers === 2 && (
            <Button icon="step" disabled={readOnly.value || over !== null} title="One move of the computer, then pause" onClick={step}>
              Step
            </Button>
          )}
          {computers === 1 && (
            <Button icon="undo" disabled={readOnly.value || header.head === 0} title="Take back your last move" onClick={takeBack}>
              Take back
            </Button>
          )}
          {computers === 1 &&
            (isOver ? (
              <Button icon="players" disabled={readOnly.value} title="A new game with the other colour" onClick={() => void rematch(header)}>
                Rematch
              </Button>
            ) : (
              <Button icon="flag" disabled={!canEnd()} label="Resign or draw" title="Resign or draw" onClick={endGame}>
                Resign
              </Button>
            ))}
          <Button icon="now" class="now" disabled={readOnly.value || !play.thinking} title="Make the computer move now" onClick={moveNow}>
            Move now
          </Button>
          {computers === 2 && (
            <label class="speed">
              <span>Speed</span>
              <select
                value={String(SPEEDS.find(([delay]) => delay >= play.delay)?.[0] ?? 4000)}
                disabled={readOnly.value}
                onChange={(event) => void setPlay({ delay: Number(event.currentTarget.value) })}
              >
                {SPEEDS.map(([delay, name]) => (
                  <option key={delay} value={delay}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {play.problem && <p class="refused">{play.problem}</p>}
        </div>
      )}
      {!atHead.value && play.running && !fromHere && (
        <p class="elsewhere">
          The game continues at another move.{" "}
          <button type="button" class="link" onClick={() => goTo(header.head)}>
            Show it
          </button>
        </p>
      )}
    </>
  );
}
