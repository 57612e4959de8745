import { useEffect } from "preact/hooks";
import type { MoveIntent } from "../api/types";
import { resultText } from "../format";
import { playMove } from "../state/moves";
import { boardReset, dialog, game } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

/** Asks what a move at a node means that does not simply continue the game. */
export function PastDialog({ node, move }: { node: number; move: string }) {
  // Without a choice, the piece goes back.
  useEffect(
    () => () => {
      boardReset.value += 1;
    },
    [],
  );
  function choose(intent: MoveIntent): void {
    dialog.value = null;
    void playMove(move, false, intent, node);
  }
  if (node === game.value?.header.head) {
    return (
      <Modal title="The game is over">
        <div class="ways">
          <Button icon="play" onClick={() => choose("take_back")}>
            Open it again and play on
          </Button>
        </div>
        <p class="muted">{game.value?.header.tags["Termination"] ?? resultText(game.value?.header.result ?? "")}</p>
      </Modal>
    );
  }
  return (
    <Modal title="The game has gone on from here">
      <div class="ways">
        <Button icon="undo" onClick={() => choose("take_back")}>
          Take back to here and play on
        </Button>
        <Button icon="raise" onClick={() => choose("explore")}>
          Explore as a variation
        </Button>
      </div>
      <p class="muted">Both keep the moves that were played.</p>
    </Modal>
  );
}
