import { dialog, type Dialog } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

/** Asks before an action, if the user chose so in the settings. */
export function ConfirmDialog({ title, yes, run, back }: Extract<Dialog, { kind: "confirm" }>) {
  return (
    <Modal title={title}>
      <footer>
        <Button onClick={() => (dialog.value = back)}>Cancel</Button>
        <Button
          class="primary"
          onClick={() => {
            dialog.value = back;
            run();
          }}
        >
          {yes}
        </Button>
      </footer>
    </Modal>
  );
}
