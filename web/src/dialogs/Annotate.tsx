import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Annotation, GameNode } from "../api/types";
import { annotate } from "../state/moves";
import { plural } from "../format";
import { choicesOf, NAG_GROUPS, withNag } from "../game/nags";
import { moveTitle, ROOT } from "../game/tree";
import { dialog, game } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

/** The server's limit. */
const MAX_COMMENT = 20_000;

/** Returns the comment after the move, a line for each paragraph. */
function textOf(node: GameNode): string {
  return node.comments
    .filter((comment) => comment.place === "after")
    .map((comment) => comment.text)
    .join("\n")
    .replace(/\n{2,}/g, "\n");
}

/** Edits the comment and the NAGs of a node, whichever node the page shows meanwhile. */
export function AnnotateDialog({ node }: { node: number }) {
  // The dialog stays open if another tab deletes the move: the text can still be copied.
  const [shown] = useState(() => game.value?.nodes.get(node));
  // What was there when the dialog was opened: only changes are saved, so that those of another tab stay.
  const [before] = useState(() => ({ text: shown ? textOf(shown) : "", nags: shown?.nags.map((nag) => nag.number) ?? [] }));
  const text = useSignal(before.text);
  const nags = useSignal(before.nags);
  const refused = useSignal<string | null>(null);
  if (!shown) return null;
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const bytes = new TextEncoder().encode(text.value.trim()).length;
    refused.value = bytes > MAX_COMMENT ? `A comment may have at most ${plural(MAX_COMMENT, "byte")}; this one has ${plural(bytes, "byte")}.` : null;
    if (refused.value) return;
    const change: Annotation = {};
    // PGN keeps paragraphs, not single line breaks.
    if (text.value !== before.text) change.comment = text.value.trim().replace(/\s*\n\s*/g, "\n\n");
    if (nags.value !== before.nags) change.nags = nags.value;
    if (Object.keys(change).length === 0 || (await annotate(node, change))) dialog.value = null;
  }
  return (
    <Modal title={moveTitle(shown) ?? "Comment before the first move"}>
      <form onSubmit={submit}>
        <label class="field">
          Comment
          <textarea rows={5} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        </label>
        {node !== ROOT &&
          NAG_GROUPS.map(([name, numbers]) => (
            <div class="nags" role="group" aria-label={name} key={name}>
              <span class="muted" aria-hidden="true">
                {name}
              </span>
              {choicesOf(numbers, shown.color ?? "white").map(({ number, text: sign, words }) => (
                <Button
                  key={number}
                  title={words}
                  label={words}
                  pressed={nags.value.includes(number)}
                  onClick={() => (nags.value = withNag(nags.value, number))}
                >
                  {sign}
                </Button>
              ))}
            </div>
          ))}
        {refused.value && (
          <p class="refused" role="alert">
            {refused.value}
          </p>
        )}
        <footer>
          <Button type="submit" class="primary">
            Save
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
