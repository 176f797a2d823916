import type { Settled } from "./queries.ts";

type Contributor = { source: string; importId: string | null; more: number };
export type Jump = { day: string; more: number; contributors: Contributor[] };

type Line = Pick<Settled, "source" | "import_id" | "day" | "stored">;

const DAY_MS = 86_400_000;
/** Below this, days differ because days differ. */
const LEAST = 1_000;
const TIMES = 2;
const SHOWN_MAX = 3;

/** The largest growth from one day to the next, when it is out of the ordinary, with what it came from. */
export function findJump(lines: readonly Line[]): Jump | undefined {
  const totals = sumBy(lines, ({ day }) => day);
  let best: Jump | undefined;
  for (const [day, total] of totals) {
    const before = dayBefore(day);
    // The first day of the month has no day before it here.
    if (!before.startsWith(day.slice(0, 7))) continue;
    const previous = totals.get(before) ?? 0;
    const more = total - previous;
    if (more < LEAST || total < previous * TIMES || more <= (best?.more ?? 0)) continue;
    best = { day, more, contributors: contributorsOf(lines, day, before) };
  }
  return best;
}

function contributorsOf(lines: readonly Line[], day: string, before: string): Contributor[] {
  const keyOf = (line: Line) => JSON.stringify([line.source, line.import_id]);
  const now = sumBy(
    lines.filter((line) => line.day === day),
    keyOf,
  );
  const then = sumBy(
    lines.filter((line) => line.day === before),
    keyOf,
  );
  return [...now]
    .map(([key, count]) => {
      const [source, importId] = JSON.parse(key) as [string, string | null];
      return { source, importId, more: count - (then.get(key) ?? 0) };
    })
    .filter(({ more }) => more > 0)
    .sort((one, other) => other.more - one.more)
    .slice(0, SHOWN_MAX);
}

function sumBy(lines: readonly Line[], keyOf: (line: Line) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const line of lines) sums.set(keyOf(line), (sums.get(keyOf(line)) ?? 0) + line.stored);
  return sums;
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
