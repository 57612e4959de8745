import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { deleteGame, openGame } from "../state/games";
import { onLists } from "../state/sync";
import { api } from "../api/client";
import type { GameHeader } from "../api/types";
import { known, plural, resultText, when } from "../format";
import { connection, dialog, game, readOnly } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";
import { VirtualList } from "../ui/VirtualList";

export function GamesDialog() {
  const text = useSignal("");
  const asked = useSignal("");
  const round = useSignal(0);
  /** Games that were deleted here; their rows stay until the list is loaded again. */
  const gone = useSignal<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const timer = setTimeout(() => (asked.value = text.value.trim()), 150);
    return () => clearTimeout(timer);
  }, [text.value]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const end = onLists(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        gone.value = new Set();
        round.value += 1;
      }, 500);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);

  // After a reconnect, the list on the server may differ completely.
  const before = useRef(connection.value);
  useEffect(() => {
    if (connection.value === "open" && before.current === "lost") round.value += 1;
    before.current = connection.value;
  }, [connection.value]);

  async function open(id: number): Promise<void> {
    if (await openGame(id)) dialog.value = null;
  }

  async function remove(row: GameHeader): Promise<void> {
    gone.value = new Set([...gone.value, row.id]);
    if (!(await deleteGame(row.id, row.name))) gone.value = new Set([...gone.value].filter((id) => id !== row.id));
  }

  return (
    <Modal title="Games" wide>
      <div class="search-row">
        <input type="search" aria-label="Search games" placeholder="Search by name or player" value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)} />
      </div>
      <VirtualList<GameHeader>
        label="Games"
        rowHeight={52}
        version={`${asked.value} ${round.value}`}
        load={async (offset, limit) => {
          const { total, games } = await api.games(offset, limit, asked.value);
          return { total, rows: games };
        }}
        row={(row) => (
          <div class={`list-row ${row.id === game.value?.header.id ? "open" : ""} ${gone.value.has(row.id) ? "gone" : ""}`}>
            <button type="button" class="list-main" disabled={gone.value.has(row.id)} onClick={() => void open(row.id)}>
              <span class="who">
                <b>{row.name}</b>
                <small class="muted">{plural(Math.ceil(row.plies / 2), "move")} · {when(row.updated, Date.now())}{row.result === "*" && row.play.running ? " · running" : known(row.tags["Termination"]) ? ` · ${row.tags["Termination"]}` : ""}</small>
              </span>
              <span class="result">{row.result !== "*" && resultText(row.result)}</span>
            </button>
            {!readOnly.value && <Button icon="trash" title={`Delete ${row.name}`} disabled={gone.value.has(row.id)} onClick={() => void remove(row)} />}
          </div>
        )}
        empty={asked.value ? "No matching games." : "No games yet."}
      />
    </Modal>
  );
}
