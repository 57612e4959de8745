import { useSignal } from "@preact/signals";
import { rename } from "../state/moves";
import { givenName } from "../format";
import { dialog, game } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

const TAGS: [tag: string, label: string][] = [
  ["White", "White"],
  ["Black", "Black"],
  ["Event", "Event"],
];

/** Edits the names of the open game, its players and its event. */
export function RenameDialog() {
  const header = game.value?.header;
  const name = useSignal(header ? givenName(header) : "");
  const tags = useSignal(Object.fromEntries(TAGS.map(([tag]) => [tag, header?.tags[tag] ?? ""])));
  if (!header) return null;
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const changed = TAGS.map(([tag]) => [tag, tags.value[tag]?.trim() ?? ""] as const).filter(([tag, text]) => text !== (header?.tags[tag] ?? ""));
    const wanted = Object.fromEntries(changed.map(([tag, text]) => [tag, text || null]));
    if (await rename(name.value.trim(), wanted)) dialog.value = null;
  }
  return (
    <Modal title="Name of the game">
      <form onSubmit={submit}>
        <label class="field">
          Name
          <input
            value={name.value}
            maxLength={200}
            placeholder="the players' names"
            autocomplete="off"
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        {TAGS.map(([tag, label]) => (
          <label class="field" key={tag}>
            {label}
            <input
              value={tags.value[tag]}
              maxLength={200}
              autocomplete="off"
              onInput={(event) => (tags.value = { ...tags.value, [tag]: event.currentTarget.value })}
            />
          </label>
        ))}
        <footer>
          <Button type="submit" class="primary">
            Save
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
