import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client";
import type { GameHeader, ImportGame, ImportHeader, LibraryEntry } from "../api/types";
import { dateOf, known, plural, resultText, when } from "../format";
import { deleteGame, deleteImport, openGame, openRow, restoreGame, restoreImport, tellRestored } from "../state/games";
import { confirmed } from "../state/messages";
import { later } from "../state/pending";
import { onLists } from "../state/sync";
import { confirmDelete } from "../settings";
import { connection, dialog, game, readOnly } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";
import { listKeys, VirtualList } from "../ui/VirtualList";

/** A key that distinguishes the entries of the list. */
function keyOf(entry: LibraryEntry): string {
  if ("game" in entry) return `game ${entry.game.id}`;
  return "import" in entry ? `import ${entry.import.id}` : `row ${entry.import_game.import} ${entry.import_game.game.number}`;
}

async function open(entry: LibraryEntry): Promise<void> {
  if ("game" in entry) {
    if (await openGame(entry.game.id)) dialog.value = null;
  } else if ("import" in entry) dialog.value = { kind: "choose", ...entry.import };
  else await openRow(entry.import_game.import, entry.import_game.game.number);
}

/** Own games and imports. A search also finds games of imports that were not opened. */
export function GamesDialog() {
  const text = useSignal("");
  const asked = useSignal("");
  const round = useSignal(0);
  const selected = useSignal(0);
  /** Whether the list has the deleted games and imports. */
  const bin = useSignal(false);
  const rows = useRef<(index: number) => LibraryEntry | undefined>(() => undefined);
  /** Entries that were deleted here; their rows stay until the list is loaded again. */
  const gone = useSignal<ReadonlySet<string>>(new Set());
  const soon = useRef(later(150));
  const soonReload = useRef(later(500));
  useEffect(
    () =>
      onLists(() =>
        soonReload.current(() => {
          gone.value = new Set();
          round.value += 1;
        }),
      ),
    [],
  );

  // After a reconnect, the list on the server may differ completely.
  const before = useRef(connection.value);
  useEffect(() => {
    if (connection.value === "open" && before.current === "lost") round.value += 1;
    before.current = connection.value;
  }, [connection.value]);

  async function remove(entry: LibraryEntry): Promise<void> {
    const key = keyOf(entry);
    gone.value = new Set([...gone.value, key]);
    const done =
      "game" in entry ? await deleteGame(entry.game.id, entry.game.name) : "import" in entry && (await deleteImport(entry.import.id, entry.import.name));
    if (!done) gone.value = new Set([...gone.value].filter((each) => each !== key));
  }

  async function restore(entry: LibraryEntry): Promise<void> {
    const done = "game" in entry ? await restoreGame(entry.game.id) : "import" in entry && (await restoreImport(entry.import.id));
    if (!done) return;
    round.value += 1;
    tellRestored(nameOf(entry));
  }

  return (
    <Modal title="Games" wide>
      <div class="search-row">
        {bin.value ? (
          <p class="muted">Deleted in the last 30 days</p>
        ) : (
          <input
            type="search"
            aria-label="Search games"
            placeholder="Search players, events, openings, dates, results"
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
              soon.current(() => {
                asked.value = text.value.trim();
                selected.value = 0;
              });
            }}
            onKeyDown={listKeys(selected, rows, (entry) => void open(entry))}
          />
        )}
        <Button icon="trash" pressed={bin.value} onClick={() => (bin.value = !bin.value)}>
          Deleted
        </Button>
      </div>
      <VirtualList<LibraryEntry>
        label={bin.value ? "Deleted games" : "Games"}
        rowHeight={52}
        version={`${bin.value} ${asked.value} ${round.value}`}
        selected={bin.value ? -1 : selected.value}
        rows={rows}
        load={async (offset, limit) => {
          const { total, entries } = await (bin.value ? api.deleted(offset, limit) : api.library(offset, limit, asked.value));
          return { total, rows: entries };
        }}
        row={(entry) => {
          const isGone = gone.value.has(keyOf(entry));
          const name = nameOf(entry);
          const words =
            "game" in entry ? <GameRow row={entry.game} /> : "import" in entry ? <ImportEntry row={entry.import} /> : <ImportGameRow row={entry.import_game} />;
          if (bin.value) {
            return (
              <div class="list-row">
                <span class="list-main">{words}</span>
                {!readOnly.value && (
                  <Button icon="undo" label={`Restore ${name}`} onClick={() => void restore(entry)}>
                    Restore
                  </Button>
                )}
              </div>
            );
          }
          return (
            <div class={`list-row ${isGone ? "gone" : ""}`}>
              <button type="button" class="list-main" disabled={isGone} onClick={() => void open(entry)}>
                {words}
              </button>
              {!readOnly.value && !("import_game" in entry) && (
                <Button
                  icon="trash"
                  title={`Delete ${name}`}
                  disabled={isGone}
                  onClick={() => confirmed(confirmDelete.value, `Delete ${name}?`, "Delete", () => void remove(entry))}
                />
              )}
            </div>
          );
        }}
        empty={bin.value ? "Nothing was deleted." : asked.value ? "No matching games." : "No games yet."}
      />
    </Modal>
  );
}

function nameOf(entry: LibraryEntry): string {
  return "game" in entry ? entry.game.name : "import" in entry ? entry.import.name : entry.import_game.file;
}

function GameRow({ row }: { row: GameHeader }) {
  const how = row.result === "*" ? (row.play.running ? "running" : null) : known(row.tags["Termination"]);
  const facts = [
    row.damaged && "damaged",
    row.id === game.value?.header.id && "open",
    plural(Math.ceil(row.plies / 2), "move"),
    known(row.tags["Event"]),
    known(row.tags["Opening"]),
    when(row.updated, Date.now()),
    how,
  ];
  return (
    <>
      <span class="who">
        <b>{row.name}</b>
        <small class="muted">{facts.filter(Boolean).join(" · ")}</small>
      </span>
      <span class="result">{row.result !== "*" && resultText(row.result)}</span>
    </>
  );
}

function ImportEntry({ row }: { row: ImportHeader }) {
  return (
    <>
      <span class="who">
        <b>{row.name}</b>
        <small class="muted">imported file · {when(row.created, Date.now())}</small>
      </span>
      <span class="result">{plural(row.total, "game")}</span>
    </>
  );
}

function ImportGameRow({
  row: {
    file,
    game: { tags, result },
  },
}: {
  row: ImportGame;
}) {
  const facts = [known(tags["Event"]), dateOf(tags), known(tags["Opening"]) ?? known(tags["ECO"]), `in ${file}`];
  return (
    <>
      <span class="who">
        <b>
          {tags["White"] ?? "?"} - {tags["Black"] ?? "?"}
        </b>
        <small class="muted">{facts.filter(Boolean).join(" · ")}</small>
      </span>
      <span class="result">{resultText(result)}</span>
    </>
  );
}
