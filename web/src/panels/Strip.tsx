/** The timeline of pins: a row per pin, a column per ply. A click shows that ply. */

import { useEffect, useRef, useState } from "preact/hooks";
import { goTo } from "../state/view";
import { columnAt, columnWidth, hasTick, type StripRow, stripRows, tickStep } from "../game/strip";
import { allPins, current, game, lit, review } from "../store";

const ROW = 18;
const BAR = 8;
/** Height of the move numbers above the rows. */
const TOP = 16;

export function Strip() {
  const found = review.value;
  const body = useRef<HTMLDivElement>(null);
  const labels = useRef<HTMLUListElement>(null);
  const [room, setRoom] = useState(600);
  const rows = found ? stripRows(found, allPins.value) : [];
  const columns = found?.nodes.length ?? 0;
  const width = columnWidth(columns, room);
  const at = found?.nodes.indexOf(current.value) ?? -1;
  const standing = rows.flatMap((row, index) => (at >= row.from && at <= row.to ? [index] : []));
  const [first = -1, last = first] = [standing[0], standing.at(-1)];

  useEffect(() => {
    const host = body.current;
    if (!host) return undefined;
    const measure = (): void => setRoom(host.clientWidth - (labels.current?.offsetWidth ?? 0));
    const observer = new ResizeObserver(measure);
    observer.observe(host);
    if (labels.current) observer.observe(labels.current);
    return () => observer.disconnect();
  }, [rows.length === 0]);
  // Keep the current pins visible.
  useEffect(() => {
    const host = body.current;
    if (!host || at < 0) return;
    const seen = host.clientWidth - (labels.current?.offsetWidth ?? 0);
    const x = at * width;
    if (x < host.scrollLeft || x > host.scrollLeft + seen - width) host.scrollLeft = x - seen / 2;
    const seenRows = Math.floor((host.clientHeight - TOP) / ROW);
    if (first >= 0 && (first * ROW < host.scrollTop || (last + 1) * ROW > host.scrollTop + seenRows * ROW)) {
      host.scrollTop = Math.min(first, Math.max(0, last + 1 - seenRows)) * ROW;
    }
  }, [at, width, first, last]);

  if (!found || columns < 2) return null;
  const go = (column: number): void => {
    const id = found.nodes[column];
    if (id !== undefined) goTo(id);
  };
  const show = (row: StripRow | null): void => {
    lit.value = row && at >= row.from && at <= row.to ? row.story : null;
  };
  const goToPoint = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    go(columnAt(event.clientX - event.currentTarget.getBoundingClientRect().left, width, columns));
  };
  const ticks = ticksOf(found.nodes, width);
  const size = { width: width * columns, height: rows.length * ROW };
  const now = at >= 0 && <rect class="now" x={at * width} y="0" width={width} height="100%" />;
  return (
    <section class="panel strip" aria-labelledby="strip-title">
      <h2 id="strip-title">Pins along the game</h2>
      {rows.length === 0 ? (
        <p class="empty">{allPins.value ? "There are no pins in this line." : "No pin of this line matters when it arises."}</p>
      ) : (
        <div class="strip-body" ref={body} tabIndex={0} role="region" aria-label="Chart of the pins">
          <span class="strip-corner" />
          <svg class="strip-ticks" width={size.width} height={TOP} aria-hidden="true" onClick={goToPoint}>
            {now}
            {ticks.map(({ column, number }) => {
              // There is no space to the right of the last one.
              const tight = (columns - column) * width < 18;
              return (
                <text key={column} x={tight ? size.width - 1 : column * width + 3} y="12" text-anchor={tight ? "end" : "start"}>
                  {number}
                </text>
              );
            })}
          </svg>
          <ul class="strip-labels" ref={labels}>
            {rows.map((row, index) => (
              <li key={index}>
                <button
                  type="button"
                  class={at >= row.from && at <= row.to ? "standing" : ""}
                  title={row.story.sentence}
                  aria-label={`${row.label}. ${row.story.sentence} Go there.`}
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
          <svg class="strip-chart" {...size} aria-hidden="true" onClick={goToPoint}>
            {ticks.map(({ column }) => (
              <path key={column} class="tick" d={`M${column * width} 0v${size.height}`} />
            ))}
            {now}
            {rows.map((row, index) => (
              <g
                key={index}
                class={`story by-${row.story.color} ${row.kind === "absolute_pin" ? "absolute" : "relative"}`}
                onMouseEnter={() => show(row)}
                onMouseLeave={() => show(null)}
              >
                <rect class="lane" x="0" y={index * ROW} width={size.width} height={ROW} />
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
      )}
    </section>
  );
}

/** Move numbers above the strip, at White's moves. */
function ticksOf(line: number[], width: number): { column: number; number: number }[] {
  const every = tickStep(width);
  const nodes = game.value?.nodes;
  return line.flatMap((id, column) => {
    const node = nodes?.get(id);
    return node?.color === "white" && hasTick(node.number, every) ? [{ column, number: node.number }] : [];
  });
}
