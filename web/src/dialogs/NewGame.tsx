import { useSignal } from "@preact/signals";
import { setPlay } from "../state/computers";
import { newGame } from "../state/games";
import type { Seat } from "../api/types";
import { isHuman } from "../format";
import { controlOf } from "../game/clock";
import { remembered } from "../remembered";
import { about, atHead, dialog, game } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";
import { SeatPicker, seatOf } from "./Seats";

/** Usual time controls: minutes and seconds per move. */
const CLOCKS = ["1+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "60+30"];
const clock = remembered("clock", "");

export function NewGameDialog({ start }: { start?: string | undefined }) {
  const human: Seat = { player: "human" };
  const computer = about.value?.players.find((player) => player.id === "search")?.id ?? about.value?.players[0]?.id;
  const white = useSignal<Seat>(human);
  const black = useSignal<Seat>(computer === undefined ? human : seatOf(computer, human));
  const fen = useSignal(start ?? "");
  const name = useSignal("");
  const other = useSignal("");
  const refused = useSignal<string | null>(null);

  function seats(first: boolean, second: boolean): void {
    if (computer === undefined) return;
    white.value = first ? seatOf(computer, human) : human;
    black.value = second ? seatOf(computer, human) : human;
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const text = clock.value === "other" ? other.value : clock.value;
    const control = text ? controlOf(text) : null;
    if (text && !control) {
      refused.value = `${text} is no time control: expected minutes and seconds, as 5+3.`;
      return;
    }
    refused.value = await newGame({
      ...(control ? { clock: control } : {}),
      white: white.value,
      black: black.value,
      ...(fen.value.trim() ? { fen: fen.value.trim() } : {}),
      ...(name.value.trim() ? { name: name.value.trim() } : {}),
    });
    if (refused.value === null) dialog.value = null;
  }

  const choices: [label: string, white: boolean, black: boolean][] = [
    ["Play White", false, true],
    ["Play Black", true, false],
    ["Two people", false, false],
    ["Two computers", true, true],
  ];
  return (
    <Modal title="New game">
      <form onSubmit={submit}>
        <div class="choices equal" role="group" aria-label="Who plays whom">
          {choices.map(([label, first, second]) => (
            <Button key={label} pressed={isHuman(white.value) !== first && isHuman(black.value) !== second} onClick={() => seats(first, second)}>
              {label}
            </Button>
          ))}
        </div>
        <div class="seats">
          <SeatPicker color="white" seat={white} />
          <SeatPicker color="black" seat={black} />
        </div>
        <label class="field row-field">
          Clock
          <select value={clock.value} onChange={(event) => (clock.value = event.currentTarget.value)}>
            <option value="">none</option>
            {CLOCKS.map((text) => (
              <option key={text} value={text}>
                {text}
              </option>
            ))}
            <option value="other">other</option>
          </select>
        </label>
        {clock.value === "other" && (
          <label class="field row-field">
            Minutes + seconds
            <input value={other.value} placeholder="5+3" autocomplete="off" onInput={(event) => (other.value = event.currentTarget.value)} />
          </label>
        )}
        <label class="field">
          Start from a position (FEN)
          <input
            value={fen.value}
            placeholder="standard start position"
            spellcheck={false}
            autocomplete="off"
            aria-invalid={refused.value !== null}
            onInput={(event) => (fen.value = event.currentTarget.value)}
          />
        </label>
        <p class="muted">
          <button type="button" class="link" onClick={() => (dialog.value = { kind: "editor" })}>
            Set up a position on a board
          </button>
        </p>
        <label class="field">
          Name
          <input value={name.value} placeholder="optional" autocomplete="off" onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        {refused.value && (
          <p class="refused" role="alert">
            {refused.value}
          </p>
        )}
        <footer>
          <Button type="submit" class="primary">
            Start
          </Button>
        </footer>
      </form>
    </Modal>
  );
}

/** Changes the players of the open game. */
export function PlayersDialog() {
  const play = game.value?.header.play;
  const white = useSignal<Seat>(play?.white ?? { player: "human" });
  const black = useSignal<Seat>(play?.black ?? { player: "human" });
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const computers = !isHuman(white.value) || !isHuman(black.value);
    if (await setPlay({ white: white.value, black: black.value, running: computers }, true)) dialog.value = null;
  }
  return (
    <Modal title="Who plays">
      <form onSubmit={submit}>
        <div class="seats">
          <SeatPicker color="white" seat={white} />
          <SeatPicker color="black" seat={black} />
        </div>
        {!atHead.value && <p class="muted">The game continues from the position on the board.</p>}
        <footer>
          <Button type="submit" class="primary">
            Play on
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
