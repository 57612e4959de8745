import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { importGames, openRow } from "../state/games";
import { onLists } from "../state/sync";
import { api } from "../api/client";
import type { ImportHeader, ImportRow } from "../api/types";
import { dateOf, known, plural, resultText, when } from "../format";
import { busy, dialog } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";
import { VirtualList } from "../ui/VirtualList";

export function ImportDialog({ text }: { text: string }) {
  const content = useSignal(text);
  const refused = useSignal<string | null>(null);
  const earlier = useSignal<ImportHeader[]>([]);

  useEffect(() => {
    const load = (): void => void api.imports().then((answer) => (earlier.value = answer.imports), () => undefined);
    load();
    return onLists(load);
  }, []);

  async function read(name: string, from: Blob | string): Promise<void> {
    refused.value = await importGames(name, from);
    if (refused.value === null && dialog.value?.kind === "import") dialog.value = null;
  }
  return (
    <Modal title="Import">
      <form onSubmit={(event) => {
        event.preventDefault();
        if (content.value.trim()) void read("Pasted games", content.value);
      }}>
        <label class="field">
          PGN or FEN
          <textarea rows={8} spellcheck={false} value={content.value} placeholder="Paste games or a position here, or drop a file anywhere on the page."
            onInput={(event) => (content.value = event.currentTarget.value)} />
        </label>
        {refused.value && <p class="refused" role="alert">{refused.value}</p>}
        {busy.value && <p class="muted" role="status">{busy.value}</p>}
        <footer>
          <label class="button file">
            <span class="label">Choose a file</span>
            <input type="file" accept=".pgn,.zst,.gz,.bz2,.txt,.fen" class="visually-hidden"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) void read(file.name, file);
              }} />
          </label>
          <Button type="submit" class="primary" disabled={busy.value !== null || content.value.trim() === ""}>Import</Button>
        </footer>
      </form>
      {earlier.value.length > 0 && (
        <div class="earlier">
          <h3>Imported before</h3>
          <ul>
            {earlier.value.slice(0, 8).map((each) => (
              <li key={each.id}>
                <button type="button" class="link" onClick={() => (dialog.value = { kind: "choose", ...each })}>{each.name}</button>
                <span class="muted">{plural(each.total, "game")}, {when(each.created, Date.now())}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Modal>
  );
}

const VERDICTS: Record<ImportRow["verdict"], string> = { good: "", repaired: "repaired", broken: "broken" };

export function ChooseDialog({ id, name, total, faulty }: { id: number; name: string; total: number; faulty: number }) {
  const text = useSignal("");
  const asked = useSignal("");
  const onlyFaulty = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (asked.value = text.value.trim()), 150);
    return () => clearTimeout(timer);
  }, [text.value]);
  return (
    <Modal title={name} wide>
      <div class="search-row">
        <input type="search" aria-label="Search in the games" placeholder={`Search ${plural(total, "game")}`} value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)} />
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
        load={async (offset, limit) => {
          const answer = await api.importRows(id, offset, limit, asked.value, onlyFaulty.value);
          return { total: answer.matched ?? answer.total, rows: answer.games };
        }}
        row={(row) => (
          <button type="button" class="list-row" onClick={() => void openRow(id, row.number)}>
            <span class="index">{row.number}</span>
            <span class="who">
              <b>{row.tags["White"] ?? "?"}</b> – <b>{row.tags["Black"] ?? "?"}</b>
              <small class="muted">{[known(row.tags["Event"]), dateOf(row.tags), known(row.tags["ECO"])].filter(Boolean).join(" · ")}</small>
            </span>
            {VERDICTS[row.verdict] && <span class={`badge ${row.verdict}`} title={plural(row.faults, "fault")}>{VERDICTS[row.verdict]}</span>}
            <span class="result">{resultText(row.result)}</span>
            <span class="muted plies">{plural(Math.ceil(row.plies / 2), "move")}</span>
          </button>
        )}
        empty="No matching games."
      />
    </Modal>
  );
}
