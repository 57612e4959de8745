/** The numbers of pins of the displayed game and of all games, by side and by cause. */

import type { ReportEntry } from "../api/types";

type Tally = [number[], number[]];

/** Adds the counts of the games. */
export function totalOf(games: readonly ReportEntry[]): Tally {
  const sum: Tally = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ];
  for (const { tally } of games) {
    for (const side of [0, 1] as const) {
      tally?.[side]?.forEach((count, column) => {
        sum[side][column] = (sum[side][column] ?? 0) + count;
      });
    }
  }
  return sum;
}

/** The number of pins by cause, the most frequent first. */
export function causesOf(games: readonly ReportEntry[]): [string, number][] {
  const sum = new Map<string, number>();
  for (const { causes } of games) {
    for (const [cause, [absolute = 0, relative = 0]] of Object.entries(causes ?? {})) sum.set(cause, (sum.get(cause) ?? 0) + absolute + relative);
  }
  return [...sum].sort((one, other) => other[1] - one[1]);
}

function Table({ title, tally, names }: { title: string; tally: Tally; names: [string, string] }) {
  return (
    <table class="tally">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th>Attacker</th>
          <th>Pins</th>
          <th>Absolute</th>
          <th>Relative</th>
          <th>Self-inflicted</th>
          <th>Won material</th>
        </tr>
      </thead>
      <tbody>
        {tally.map((row, side) => (
          <tr key={side}>
            <th>{names[side]}</th>
            {row.map((count, column) => (
              <td key={column}>{count}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Totals({ games, shown, coach }: { games: ReportEntry[]; shown: number; coach: boolean }) {
  const entry = games[shown];
  const causes = causesOf(games);
  const most = Math.max(1, ...causes.map(([, count]) => count));
  return (
    <section class="panel totals" aria-labelledby="totals-title">
      <h2 id="totals-title">{coach ? "The pins that mattered" : "All pins"}</h2>
      {entry?.tally && <Table title="This game" tally={entry.tally as Tally} names={[entry.white ?? "White", entry.black ?? "Black"]} />}
      {games.length > 1 && <Table title="All games" tally={totalOf(games)} names={["White", "Black"]} />}
      <ul class="chart">
        {causes.map(([cause, count]) => (
          <li key={cause}>
            <span>{cause}</span>
            <meter max={most} value={count} />
            <span class="count">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
