import { useSignal } from "@preact/signals";
import { setPlay } from "../state/computers";
import { newGame } from "../state/games";
import type { Seat } from "../api/types";
import { isHuman } from "../format";
import { about, atHead, dialog, game } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";
import { SeatPicker, seatOf } from "./Seats";

export function NewGameDialog() {
  const human: Seat = { player: "human" };
  const computer = about.value?.players.find((player) => player.id === "search")?.id ?? about.value?.players[0]?.id;
  const white = useSignal<Seat>(human);
  const black = useSignal<Seat>(computer === undefined ? human : seatOf(computer, human));
  const fen = useSignal("");
  const name = useSignal("");
  const refused = useSignal<string | null>(null);

  function seats(first: boolean, second: boolean): void {
    if (computer === undefined) return;
    white.value = first ? seatOf(computer, human) : human;
    black.value = second ? seatOf(computer, human) : human;
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    refused.value = await newGame({
      white: white.value,
      black: black.value,
      ...(fen.value.trim() ? { fen: fen.value.trim() } : {}),
      ...(name.value.trim() ? { name: name.value.trim() } : {}),
    });
    if (refused.value === null) dialog.value = null;
  }

  const choices: [label: string, white: boolean, black: boolean][] = [
    ["Play White", false, true], ["Play Black", true, false], ["Two people", false, false], ["Two computers", true, true],
  ];
  return (
    <Modal title="New game">
      <form onSubmit={submit}>
        <div class="choices equal" role="group" aria-label="Who plays whom">
          {choices.map(([label, first, second]) => (
            <Button
              key={label}
              pressed={isHuman(white.value) !== first && isHuman(black.value) !== second}
              onClick={() => seats(first, second)}
            >
              {label}
            </Button>
          ))}
        </div>
        <div class="seats">
          <SeatPicker color="white" seat={white} />
          <SeatPicker color="black" seat={black} />
        </div>
        <label class="field">
          Start from a position (FEN)
          <input value={fen.value} placeholder="standard start position" spellcheck={false} autocomplete="off" aria-invalid={refused.value !== null}
            onInput={(event) => (fen.value = event.currentTarget.value)} />
        </label>
        <label class="field">
          Name
          <input value={name.value} placeholder="optional" autocomplete="off" onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        {refused.value && <p class="refused" role="alert">{refused.value}</p>}
        <footer>
          <Button type="submit" class="primary">Start</Button>
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
          <Button type="submit" class="primary">Play on</Button>
        </footer>
      </form>
    </Modal>
  );
}
