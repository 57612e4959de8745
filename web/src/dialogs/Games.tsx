import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { deleteGame, onLists, openGame } from "../actions";
import { api } from "../api/client";
import type { GameHeader } from "../api/types";
import { plural, resultText, when } from "../format";
import { connection, dialog, game, readOnly } from "../store";
import { Button } from "../ui/Button";
import { Modal } from "../ui/Modal";
import { VirtualList } from "../ui/VirtualList";

export function GamesDialog() {
  const text = useSignal("");
  const asked = useSignal("");
  const round = useSignal(0);
  /** The game whose deletion waits for confirmation. */
  const doomed = useSignal<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => (asked.value = text.value.trim()), 150);
    return () => clearTimeout(timer);
  }, [text.value]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const end = onLists(() => {
      clearTimeout(timer);
      timer = setTimeout(() => (round.value += 1), 500);
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
          <div class={`list-row ${row.id === game.value?.header.id ? "open" : ""}`}>
            <button type="button" class="list-main" onClick={() => void open(row.id)}>
              <span class="who">
                <b>{row.name}</b>
                <small class="muted">{plural(Math.ceil(row.plies / 2), "move")} · {when(row.updated, Date.now())}{row.play.running ? " · running" : ""}</small>
              </span>
              <span class="result">{row.result !== "*" && resultText(row.result)}</span>
            </button>
            {!readOnly.value && (doomed.value === row.id
              ? <Button class="danger" onClick={() => void deleteGame(row.id).then((done) => { if (done) round.value += 1; })}>Delete</Button>
              : <Button icon="trash" title={`Delete ${row.name}`} onClick={() => (doomed.value = row.id)} />)}
          </div>
        )}
        empty={asked.value ? "No matching games." : "No games yet."}
      />
    </Modal>
  );
}
