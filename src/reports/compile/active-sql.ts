import type { ActiveWindows } from "../plan/active-windows.ts";

/**
 * Persons with an event in a window of days, for many windows at once. A day of a person counts for the windows that end within so many
 * days after it, up to the person's next day, which counts from there: stretches that do not overlap, so that sums over them count nobody
 * twice. Joining each day with each window makes thirty rows of each for a month: over 2 million events that was not done after two minutes.
 */
export function activeSql(from: string, { windows }: ActiveWindows, isBroken: boolean): string {
  const [first] = windows;
  const days = first === undefined ? 1 : first.lastDay - first.firstDay + 1;
  const ends = windows.map(({ lastDay }, bucket) => `(${bucket}, ${lastDay})`).join();
  const lines = isBroken
    ? [lineSql(from, days, "r"), lineSql(from, days, null)]
    : [lineSql(from, days, null)];
  const counted = `select ends.bucket as b, r, 0 as gb, gr, sum(delta) as value, 0 as n
    from (${lines.join(" union all ")}) deltas
    join (values ${ends}) ends(bucket, last_day) on deltas.day <= ends.last_day group by ends.bucket, r, gr`;
  return `${counted} union all select null, null, 1, 1, null, sum(n) from ${from}`;
}

/** By how much the number of persons changes on each day: of each segment, or of all together. */
function lineSql(from: string, days: number, rank: "r" | null): string {
  const apart = rank === null ? "person" : "r, person";
  const stretches = `select ${rank ?? "null"} as r, b as day,
      least(b + ${days}, coalesce(lead(b) over (partition by ${apart} order by b), b + ${days})) as until
    from ${from} where person is not null`;
  return `select r, day, ${rank === null ? 1 : 0} as gr, sum(delta) as delta
    from (select r, case side when 0 then day else until end as day, case side when 0 then 1 else -1 end as delta
      from (${stretches}) stretches cross join (values (0), (1)) sides(side))
    group by r, day`;
}
