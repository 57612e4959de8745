/** The opening tree: the moves that one's own games and the book play in the displayed position. */

import type { BookMove, KeptTree, TreeMove } from "../api/types";
import { plural } from "../format";
import { playMove } from "../state/moves";
import { computersTurn, dialog, game, position } from "../store";
import { Button } from "../ui/Button";
import { showTree, tree } from "./state";

function Bar({ move }: { move: TreeMove }) {
  const decided = move.white + move.draws + move.black;
  if (decided === 0) return <span class="tree-bar empty" />;
  const share = (n: number): string => `${(100 * n) / decided}%`;
  const words = `White won ${move.white}, drawn ${move.draws}, Black won ${move.black}`;
  return (
    <span class="tree-bar" role="img" aria-label={words} title={words}>
      <span class="white" style={{ width: share(move.white) }} />
      <span class="draws" style={{ width: share(move.draws) }} />
      <span class="black" style={{ width: share(move.black) }} />
    </span>
  );
}

function PlayButton({ san, uci }: { san: string; uci: string }) {
  return (
    <button type="button" class="tree-move" disabled={computersTurn.value} title="Play this move" onClick={() => void playMove(uci)}>
      {san}
    </button>
  );
}

function Games({ found }: { found: KeptTree }) {
  if (found.games === 0) return <p class="empty">None of your {plural(found.kept, "game")} reaches this position.</p>;
  return (
    <table class="tree-table">
      <thead>
        <tr>
          <th>Move</th>
          <th>Games</th>
          <th>Results</th>
          <th>Last</th>
        </tr>
      </thead>
      <tbody>
        {found.moves.map((move) => (
          <tr key={move.uci} title={move.opening_name ?? undefined}>
            <td>
              <PlayButton san={move.san} uci={move.uci} />
            </td>
            <td>{move.games.toLocaleString("en")}</td>
            <td>
              <Bar move={move} />
            </td>
            <td class="muted">{move.last_played?.replace(/\.\?\?/g, "") ?? ""}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Book({ name, moves }: { name: string; moves: BookMove[] }) {
  return (
    <>
      <h3>Book {name}</h3>
      {moves.length === 0 ? (
        <p class="empty">No move in the book.</p>
      ) : (
        <ul class="book-moves">
          {moves.map((move) => (
            <li key={move.uci}>
              <PlayButton san={move.san} uci={move.uci} /> <span class="muted">{move.share === null ? "" : `${Math.round(100 * move.share)} %`}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function TreePanel() {
  const found = tree.value?.fen === position.value?.fen ? tree.value : null;
  if (!game.value) return null;
  return (
    <section class="panel tree">
      <details open={showTree.value} onToggle={(event) => (showTree.value = event.currentTarget.open)}>
        <summary>
          <h2>Opening tree</h2>
        </summary>
        {showTree.value && (
          <div class="scroll">
            {found === null ? (
              <p class="muted">…</p>
            ) : "refused" in found ? (
              <p class="refused">{found.refused}</p>
            ) : (
              <>
                <Games found={found.tree} />
                {found.tree.omitted > 0 && (
                  <p class="muted">
                    {plural(found.tree.omitted, "game")} above the limit of {found.tree.kept.toLocaleString("en")} not counted.
                  </p>
                )}
                {found.tree.book_name !== null && <Book name={found.tree.book_name} moves={found.tree.book} />}
              </>
            )}
            <Button onClick={() => (dialog.value = { kind: "search" })}>Find games …</Button>
          </div>
        )}
      </details>
    </section>
  );
}
