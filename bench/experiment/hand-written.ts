import { DAYS, NAME, START_MS } from "./fill.ts";

const DAY_MS = 86_400_000;
const END_MS = START_MS + DAYS * DAY_MS;
const after = "e.time >= u.first and e.time <= u.first + 1209600000 and e.time <= u.last + 7776000000";
const before = "e.time < u.first and e.time >= u.first - 1209600000";

/** Each unit's value in the ten metrics of the benchmark, by hand. */
const VALUES: [name: string, value: (within: string) => string][] = [
  ["buys", (w) => `(count_if(${w} and e.event = 'Buy') > 0)::INT`],
  ["carts", (w) => `(count_if(${w} and e.event = 'Cart' and e.p4 = 'pro') > 0)::INT`],
  [
    "back",
    (w) =>
      `(count_if(${w} and e.event = 'Open'${w === after ? " and e.time >= u.first + 86400000" : ""}) > 0)::INT`,
  ],
  ["views", (w) => `count_if(${w} and e.event = 'View')`],
  ["searches", (w) => `count_if(${w} and e.event = 'Search')`],
  ["shares", (w) => `count_if(${w} and e.event = 'Share')`],
  ["crashes", (w) => `(count_if(${w} and e.event = 'Crash') > 0)::INT`],
  ["revenue", (w) => `sum(e.p3) filter (${w} and e.event = 'Buy')`],
];
const PAIRS: [name: string, a: (within: string) => string, b: (within: string) => string][] = [
  [
    "basket",
    (w) => `sum(e.p3) filter (${w} and e.event = 'Buy')`,
    (w) => `count(e.p3) filter (${w} and e.event = 'Buy')`,
  ],
  ["click", (w) => `count_if(${w} and e.event = 'Cart')`, (w) => `count_if(${w} and e.event = 'View')`],
];

/** What the product asks, as somebody would write it who knows the file: the same sums for the same ten metrics. */
export const HAND_WRITTEN = `
with u as materialized (
  select unit, min(v) as v, min(time) as first, max(time) as last from (
    select coalesce(l.person, hash(e.distinct_id)) as unit, e.time,
      case e.p2 when 'control' then 0 when 'treatment' then 1 else -1 end as v
    from event_rows e left join links l on l."key" = hash(e.distinct_id)
    where e.event = '$experiment_started' and e.p1 = '${NAME}' and e.time between ${START_MS} and ${END_MS})
  group by unit having min(v) = max(v) and min(v) >= 0),
per_unit as (
  select u.unit, any_value(u.v) as v,
    ${[
      ...VALUES.flatMap(([name, value]) => [`${value(after)} as ${name}`, `${value(before)} as ${name}_x`]),
      ...PAIRS.flatMap(([name, a, b]) => [
        `${a(after)} as ${name}_a`,
        `${b(after)} as ${name}_b`,
        `${a(before)} as ${name}_xa`,
        `${b(before)} as ${name}_xb`,
      ]),
    ].join(",\n")}
  from event_rows e left join links l on l."key" = hash(e.distinct_id)
  join u on u.unit = coalesce(l.person, hash(e.distinct_id))
  where e.time between ${START_MS - 14 * DAY_MS} and ${END_MS}
    and e.event in ('Buy', 'Cart', 'Open', 'View', 'Search', 'Share', 'Crash')
  group by u.unit),
sums as (
  select v, ${[
    ...VALUES.flatMap(([name]) => sums(name, `${name}_x`)),
    ...PAIRS.flatMap(([name]) => [...pairs(`${name}_a`, `${name}_b`), ...pairs(`${name}_xa`, `${name}_xb`)]),
  ].join(",\n")} from per_unit group by v)
select n.v, n.n, sums.* from (select v, count(*) as n from u group by v) n left join sums on sums.v = n.v order by 1`;

function sums(y: string, x: string): string[] {
  const [a, b] = [`coalesce(${y}, 0)::DOUBLE`, `coalesce(${x}, 0)::DOUBLE`];
  return [`sum(${a})`, `sum(${a} * ${a})`, `sum(${b})`, `sum(${b} * ${b})`, `sum(${a} * ${b})`];
}

function pairs(left: string, right: string): string[] {
  return sums(left, right);
}
