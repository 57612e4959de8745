/** Where pins stood along the game: a row for each, a column for each ply. A click goes there. */

import { useEffect, useRef, useState } from "preact/hooks";
import { goTo } from "../actions";
import { columnAt, columnWidth, type StripRow, stripRows, tickStep } from "../game/strip";
import { current, game, lit, review } from "../store";

const ROW = 18;
const BAR = 8;

export function Strip() {
  const found = review.value;
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(600);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 600));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [found === null]);

  const columns = found?.nodes.length ?? 0;
  const width = columnWidth(columns, room);
  const at = found?.nodes.indexOf(current.value) ?? -1;
  useEffect(() => {
    const host = box.current;
    if (!host || at < 0) return;
    const x = at * width;
    if (x < host.scrollLeft || x > host.scrollLeft + host.clientWidth - width) host.scrollLeft = x - host.clientWidth / 2;
  }, [at, width]);
  if (!found || columns < 2) return null;

  const rows = stripRows(found);
  const go = (column: number): void => {
    const id = found.nodes[column];
    if (id !== undefined) goTo(id);
  };
  const show = (row: StripRow | null): void => {
    lit.value = row && at >= row.from && at <= row.to ? row.story : null;
  };
  const ticks = ticksOf(found.nodes, width);
  return (
    <section class="panel strip" aria-labelledby="strip-title">
      <h2 id="strip-title">Pins along the game</h2>
      {rows.length === 0 ? <p class="empty">No pin stood in this line.</p> : (
        <div class="strip-body">
          <ul class="strip-labels">
            {rows.map((row, index) => (
              <li key={index}>
                <button
                  type="button"
                  class={at >= row.from && at <= row.to ? "standing" : ""}
                  title={row.story.sentence}
                  aria-label={`${row.story.sentence} Go there.`}
                  onMouseEnter={() => show(row)}
                  onMouseLeave={() => show(null)}
                  onFocus={() => show(row)}
                  onBlur={() => show(null)}
                  onClick={() => go(row.from)}
                >
                  {row.label}
                </button>
              </li>
            ))}
          </ul>
          <div class="strip-chart" ref={box} tabIndex={0} role="region" aria-label="Chart of the pins along the game">
            <svg
              width={width * columns}
              height={rows.length * ROW + 16}
              aria-hidden="true"
              onClick={(event) => {
                const left = event.currentTarget.getBoundingClientRect().left;
                go(columnAt(event.clientX - left, width, columns));
              }}
            >
              {ticks.map((tick) => (
                <g key={tick.column} class="tick">
                  <path d={`M${tick.column * width} 0V${rows.length * ROW}`} />
                  <text x={tick.column * width + 2} y={rows.length * ROW + 12}>{tick.number}</text>
                </g>
              ))}
              {at >= 0 && <rect class="now" x={at * width} y="0" width={width} height={rows.length * ROW} />}
              {rows.map((row, index) => (
                <g
                  key={index}
                  class={`story ${row.kind === "absolute_pin" ? "absolute" : "relative"} ${row.story.color}`}
                  onMouseEnter={() => show(row)}
                  onMouseLeave={() => show(null)}
                >
                  <rect class="lane" x="0" y={index * ROW} width={width * columns} height={ROW} />
                  <rect
                    class="bar"
                    x={row.from * width + 0.75}
                    y={index * ROW + (ROW - BAR) / 2}
                    width={Math.max(3, (row.to - row.from + 1) * width - 1.5)}
                    height={BAR}
                    rx={BAR / 2}
                  />
                </g>
              ))}
            </svg>
          </div>
        </div>
      )}
    </section>
  );
}

/** Move numbers under the strip, at white's moves. */
function ticksOf(line: number[], width: number): { column: number; number: number }[] {
  const every = tickStep(width);
  const nodes = game.value?.nodes;
  return line.flatMap((id, column) => {
    const node = nodes?.get(id);
    return node?.color === "white" && (node.number === 1 || node.number % every === 0) ? [{ column, number: node.number }] : [];
  });
}
