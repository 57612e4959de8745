import { offerDraw, resign, setResult } from "../state/moves";
import type { Color, GameResult } from "../api/types";
import { isHuman, playerName } from "../format";
import { about, claim, dialog, game } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

/** Resignation, draw by agreement or claim. Computers answer offers and make none. */
export function EndGameDialog() {
  const header = game.value?.header;
  if (!header) return null;
  const { play, tags } = header;
  const humans = (["white", "black"] as const).filter((color) => isHuman(play[color]));
  async function end(result: GameResult, how: string): Promise<void> {
    if (await setResult(result, how)) dialog.value = null;
  }
  const name = (color: Color): string => playerName(color, tags, play, about.value);
  return (
    <Modal title="End the game">
      <div class="ways">
        {humans.map((color) => (
          <Button key={color} icon="flag" onClick={() => void resign(color).then((done) => done && (dialog.value = null))}>
            {humans.length === 1 ? "Resign" : `${name(color)} resigns`}
          </Button>
        ))}
        {claim.value && (
          <Button icon="draw" onClick={() => void end("1/2-1/2", `draw claimed: ${claim.value}`)}>
            Claim a draw: {claim.value}
          </Button>
        )}
        {humans.length === 1 && (
          <Button
            icon="draw"
            onClick={() => {
              dialog.value = null;
              void offerDraw();
            }}
          >
            Offer a draw
          </Button>
        )}
        {humans.length === 2 && (
          <Button icon="draw" onClick={() => void end("1/2-1/2", "draw by agreement")}>
            Agree on a draw
          </Button>
        )}
      </div>
      <p class="muted">The moves stay, and the game can be opened again.</p>
    </Modal>
  );
}
