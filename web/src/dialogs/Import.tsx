import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { importGames, openRow } from "../state/games";
import { later } from "../state/pending";
import { api } from "../api/client";
import type { ImportRow } from "../api/types";
import { dateOf, known, plural, resultText } from "../format";
import { busy, dialog } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";
import { listKeys, VirtualList } from "../ui/VirtualList";

export function ImportDialog({ text }: { text: string }) {
  const content = useSignal(text);
  const refused = useSignal<string | null>(null);

  async function read(name: string, from: Blob | string): Promise<void> {
    refused.value = await importGames(name, from);
    if (refused.value === null && dialog.value?.kind === "import") dialog.value = null;
  }
  return (
    <Modal title="Import">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (content.value.trim()) void read("Pasted games", content.value);
        }}
      >
        <label class="field">
          PGN or FEN
          <textarea
            rows={8}
            spellcheck={false}
            value={content.value}
            placeholder="Paste games or a position here, or drop a file anywhere on the page."
            onInput={(event) => (content.value = event.currentTarget.value)}
          />
        </label>
        {refused.value && (
          <p class="refused" role="alert">
            {refused.value}
          </p>
        )}
        {busy.value && (
          <p class="muted" role="status">
            {busy.value}
          </p>
        )}
        <footer>
          <label class="button file">
            <span class="label">Choose a file</span>
            <input
              type="file"
              accept=".pgn,.zst,.gz,.bz2,.txt,.fen"
              class="visually-hidden"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) void read(file.name, file);
              }}
            />
          </label>
          <Button type="submit" class="primary" disabled={busy.value !== null || content.value.trim() === ""}>
            Import
          </Button>
        </footer>
      </form>
      <p class="muted">
        Imported files are under{" "}
        <button type="button" class="link" onClick={() => (dialog.value = { kind: "games" })}>
          Games
        </button>
        .
      </p>
    </Modal>
  );
}

const VERDICTS: Record<ImportRow["verdict"], string> = { good: "", repaired: "repaired", broken: "broken" };

export function ChooseDialog({ id, name, total, faulty }: { id: number; name: string; total: number; faulty: number }) {
  const text = useSignal("");
  const asked = useSignal("");
  const onlyFaulty = useSignal(false);
  const selected = useSignal(0);
  const rows = useRef<(index: number) => ImportRow | undefined>(() => undefined);
  const soon = useRef(later(150));
  return (
    <Modal title={name} wide>
      <div class="search-row">
        <input
          type="search"
          aria-label="Search in the games"
          placeholder={`Search ${plural(total, "game")}`}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            soon.current(() => {
              asked.value = text.value.trim();
              selected.value = 0;
            });
          }}
          onKeyDown={listKeys(selected, rows, (row) => void openRow(id, row.number))}
        />
        {faulty > 0 && (
          <label class="check">
            <input type="checkbox" checked={onlyFaulty.value} onChange={(event) => (onlyFaulty.value = event.currentTarget.checked)} />
            only {plural(faulty, "faulty game")}
          </label>
        )}
      </div>
      <VirtualList<ImportRow>
        label="Games of the file"
        rowHeight={48}
        version={`${id} ${asked.value} ${onlyFaulty.value}`}
        selected={selected.value}
        rows={rows}
        load={async (offset, limit) => {
          const answer = await api.importRows(id, offset, limit, asked.value, onlyFaulty.value);
          return { total: answer.matched ?? answer.total, rows: answer.games };
        }}
        row={(row) => (
          <button type="button" class="list-row" onClick={() => void openRow(id, row.number)}>
            <span class="index">{row.number}</span>
            <span class="who">
              <b>{row.tags["White"] ?? "?"}</b> – <b>{row.tags["Black"] ?? "?"}</b>
              <small class="muted">
                {[known(row.tags["Event"]), dateOf(row.tags), known(row.tags["ECO"]), known(row.tags["Opening"])].filter(Boolean).join(" · ")}
              </small>
            </span>
            {VERDICTS[row.verdict] && (
              <span class={`badge ${row.verdict}`} title={plural(row.faults, "fault")}>
                {VERDICTS[row.verdict]}
              </span>
            )}
            <span class="result">{resultText(row.result)}</span>
            <span class="muted plies">{plural(Math.ceil(row.plies / 2), "move")}</span>
          </button>
        )}
        empty="No matching games."
      />
    </Modal>
  );
}
