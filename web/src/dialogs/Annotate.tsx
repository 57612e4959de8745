import { useSignal } from "@preact/signals";
import { annotate } from "../state/moves";
import { plural } from "../format";
import { moveTitle, ROOT } from "../game/tree";
import { dialog, game } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

/** The server's limit. */
const MAX_COMMENT = 20_000;

const SIGNS: [number: number, glyph: string, words: string][] = [
  [1, "!", "good move"], [2, "?", "mistake"], [3, "!!", "brilliant move"], [4, "??", "blunder"], [5, "!?", "interesting move"], [6, "?!", "dubious move"],
];

/** Edits the comment and the NAGs of a node, whichever node the page shows meanwhile. */
export function AnnotateDialog({ node }: { node: number }) {
  const shown = game.value?.nodes.get(node);
  const text = useSignal(shown?.comments.filter((comment) => comment.place === "after").map((comment) => comment.text).join("\n").replace(/\n{2,}/g, "\n") ?? "");
  const nags = useSignal(shown?.nags.map((nag) => nag.number) ?? []);
  const refused = useSignal<string | null>(null);
  if (!shown) return null;
  const sign = nags.value.find((number) => number >= 1 && number <= 6) ?? null;
  // PGN keeps paragraphs, not single line breaks.
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const bytes = new TextEncoder().encode(text.value.trim()).length;
    refused.value = bytes > MAX_COMMENT ? `A comment may have at most ${plural(MAX_COMMENT, "byte")}; this one has ${plural(bytes, "byte")}.` : null;
    if (refused.value) return;
    if (await annotate(node, { comment: text.value.trim().replace(/\s*\n\s*/g, "\n\n"), nags: nags.value })) dialog.value = null;
  }
  return (
    <Modal title={moveTitle(shown) ?? "Comment"}>
      <form onSubmit={submit}>
        {node !== ROOT && <div class="choices" role="group" aria-label="Sign">
          {SIGNS.map(([number, glyph, words]) => (
            <Button
              key={number}
              title={words}
              pressed={sign === number}
              onClick={() => (nags.value = [...(sign === number ? [] : [number]), ...nags.value.filter((each) => each !== sign && each !== number)])}
            >
              {glyph}
            </Button>
          ))}
        </div>}
        <label class="field">
          Comment
          <textarea rows={5} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        </label>
        {refused.value && <p class="refused" role="alert">{refused.value}</p>}
        <footer><Button type="submit" class="primary">Save</Button></footer>
      </form>
    </Modal>
  );
}
