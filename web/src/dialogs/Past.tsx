import { useEffect } from "preact/hooks";
import type { MoveIntent } from "../api/types";
import { playMove } from "../state/moves";
import { boardReset, dialog } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

/** Asks what a move in the past of a game against a computer means. */
export function PastDialog({ move }: { move: string }) {
  // Without a choice, the piece goes back.
  useEffect(() => () => { boardReset.value += 1; }, []);
  function choose(intent: MoveIntent): void {
    dialog.value = null;
    void playMove(move, false, intent);
  }
  return (
    <Modal title="The game has gone on from here">
      <div class="ways">
        <Button icon="undo" onClick={() => choose("take_back")}>Take back to here and play on</Button>
        <Button icon="raise" onClick={() => choose("explore")}>Explore as a variation</Button>
      </div>
      <p class="muted">Both keep the moves that were played.</p>
    </Modal>
  );
}
