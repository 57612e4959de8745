import { useSignal } from "@preact/signals";
import { annotate } from "../state/moves";
import { moveTitle } from "../game/tree";
import { dialog, game } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";

const SIGNS: [number: number, glyph: string, words: string][] = [
  [1, "!", "good move"], [2, "?", "mistake"], [3, "!!", "brilliant move"], [4, "??", "blunder"], [5, "!?", "interesting move"], [6, "?!", "dubious move"],
];

/** Edits the comment and the NAGs of a node, whichever node the page shows meanwhile. */
export function AnnotateDialog({ node }: { node: number }) {
  const shown = game.value?.nodes.get(node);
  const text = useSignal(shown?.comments.filter((comment) => comment.place === "after").map((comment) => comment.text).join(" ") ?? "");
  const nags = useSignal(shown?.nags.map((nag) => nag.number) ?? []);
  if (!shown) return null;
  const sign = nags.value.find((number) => number >= 1 && number <= 6) ?? null;
  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (await annotate(node, { comment: text.value.trim(), nags: nags.value })) dialog.value = null;
  }
  return (
    <Modal title={moveTitle(shown) ?? "Comment"}>
      <form onSubmit={submit}>
        <div class="choices" role="group" aria-label="Sign">
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
        </div>
        <label class="field">
          Comment
          <textarea rows={5} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        </label>
        <footer><Button type="submit" class="primary">Save</Button></footer>
      </form>
    </Modal>
  );
}
