import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewEvent } from "../../src/events/index.ts";
import { seededRandom } from "../../src/journal/testing/random.ts";
import type { Clause } from "../../src/reports/model/filters.ts";
import type { Measure } from "../../src/reports/model/measure.ts";
import type { SegmentValue, SeriesValues } from "../../src/reports/run/answer.ts";
import { answerNaively, type NaiveQuestion, ownersOf } from "./naive-segmentation.ts";
import { type Asked, openReports } from "./segmentation-support.ts";

const isLong = process.env.TRIBUTARY_TEST_LONG === "1";
/** REPORTS_QUESTIONS=2000 REPORTS_SEED=1 npx vitest run tests/reports/segmentation-property.long.test.ts */
const QUESTIONS = Number(process.env.REPORTS_QUESTIONS ?? (isLong ? 1000 : 40));
const EVENTS = 400;
const SEED = Number(process.env.REPORTS_SEED ?? 7);

const ZONES = [
  "UTC",
  "America/New_York",
  "Europe/Paris",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "America/Sao_Paulo",
];
/** Around the days on which clocks change, somewhere. */
const DAYS = ["2026-03-07", "2026-03-28", "2026-04-04", "2026-10-03", "2026-10-24", "2026-10-31"];
const VALUES = [
  1,
  2,
  2.5,
  -3,
  0,
  "1",
  "two",
  "Two",
  "",
  true,
  false,
  null,
  ["a", 1],
  ["a", "a", "b"],
  [],
  { k: 1 },
  undefined,
];
const OPERATORS = [
  "equals",
  "not_equals",
  "is_set",
  "is_not_set",
  "contains",
  "greater_than",
  "is_true",
] as const;

const random = seededRandom(SEED);

function randomEvent(): NewEvent {
  const device = `d${random.below(6)}`;
  const user = `u${random.below(4)}`;
  const ids = random.pick([
    { distinctId: user, userId: user },
    { distinctId: user, userId: user, deviceId: device },
    { distinctId: `$device:${device}`, deviceId: device },
    { distinctId: `$device:${device}`, deviceId: device },
    { distinctId: "" },
  ]);
  const p = VALUES[random.below(VALUES.length)];
  return {
    event: random.pick(["A", "B"]),
    timeMs: Date.parse(random.pick(DAYS)) + random.below(3 * 86_400_000),
    ...ids,
    properties: { ...(p === undefined ? {} : { p }), q: random.pick(["x", "y", 3]) },
  };
}

function randomQuestion(): NaiveQuestion {
  const [first, last] = [random.pick(DAYS), random.pick(DAYS)].sort();
  const unit = random.pick(["hour", "day", "week", "month"] as const);
  const from = first ?? "";
  const operator = random.pick(OPERATORS);
  const takes = { contains: "tw", greater_than: 1, equals: undefined, not_equals: undefined } as Record<
    string,
    unknown
  >;
  const value = operator in takes ? (takes[operator] ?? random.pick([1, "1", "two", "a", true])) : undefined;
  const clause = {
    property: "p",
    operator,
    ...(value === undefined ? {} : { value }),
    ...(random.below(3) === 0 ? { items: "all" } : {}),
  } as Clause;
  return {
    event: random.pick(["A", null]),
    measure: random.pick(["total", "unique", "average", "sum", "median", "distinct"] as const),
    zone: random.pick(ZONES),
    unit,
    from,
    to: unit === "hour" ? Temporal.PlainDate.from(from).add({ days: 2 }).toString() : (last ?? ""),
    clause: random.below(2) === 0 ? clause : null,
    breakdown: random.pick([null, "p", "q"]),
  };
}

const MEASURES: Record<NaiveQuestion["measure"], Measure> = {
  total: { kind: "total" },
  unique: { kind: "unique" },
  average: { kind: "average" },
  sum: { kind: "property", property: "p", aggregate: "sum" },
  median: { kind: "property", property: "p", aggregate: "median" },
  distinct: { kind: "distinct", property: "p" },
};

const toAsked = ({ event, measure, zone, unit, from, to, clause, breakdown }: NaiveQuestion): Asked => ({
  zone,
  unit,
  events: [{ event }],
  measure: MEASURES[measure],
  time_frame: { from, to },
  ...(clause === null ? {} : { filters: { clauses: [clause] } }),
  ...(breakdown === null ? {} : { breakdown: { property: breakdown, limit: 100 } }),
});

const nameOf = ({ type, value }: SegmentValue): string =>
  type === "missing" ? "undefined" : `${typeof value} ${JSON.stringify(value)}`;

let reports: Awaited<ReturnType<typeof openReports>>;
const events: NewEvent[] = Array.from({ length: EVENTS }, randomEvent);
beforeAll(async () => {
  reports = await openReports();
  for (let from = 0; from < EVENTS; from += 50) await reports.load(events.slice(from, from + 50));
});
afterAll(() => reports.close());

test(`${QUESTIONS} questions are answered as a plain reading of ${EVENTS} events says`, async () => {
  for (let number = 0; number < QUESTIONS; number += 1) {
    const question = randomQuestion();
    const naive = answerNaively(events, question);
    const { plan, series } = await reports.ask(toAsked(question));
    const { zone, unit } = question;
    const names = plan.axis.buckets.map(({ startMs }) => {
      const time = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone);
      const day = time.toPlainDate().toString();
      return unit === "hour" ? `${day} ${String(time.hour).padStart(2, "0")} ${time.offset}` : day;
    });
    const empty = ["average", "median"].includes(question.measure) ? null : 0;
    const check = (
      line: SeriesValues | undefined,
      wanted: Map<string, number | null> | undefined,
      what: string,
    ) => {
      const said = `${JSON.stringify(question)} ${what}`;
      for (const [index, name] of names.entries())
        expectNear(line?.values[index] ?? null, wanted?.get(name) ?? empty, `${said} ${name}`);
      expectNear(line?.total ?? null, wanted?.get("all") ?? empty, said);
    };
    check(series[0]?.overall, naive.overall, "overall");
    const found = new Map((series[0]?.segments ?? []).map((line) => [nameOf(line.segment), line]));
    expect([...found.keys()].sort(), JSON.stringify(question)).toEqual([...naive.segments.keys()].sort());
    for (const [name, line] of found) check(line, naive.segments.get(name), name);
  }
}, 600_000);

test("active persons of many windows are those of each window by itself", async () => {
  const owner = ownersOf(events);
  const personOf = ({ distinctId }: NewEvent): string =>
    distinctId.startsWith("$device:") ? (owner.get(distinctId.slice(8)) ?? distinctId) : distinctId;
  for (let number = 0; number < QUESTIONS / 4; number += 1) {
    const zone = random.pick(ZONES);
    const days = random.pick([1, 7, 30]);
    const asked: Asked = {
      zone,
      events: [{ event: null }],
      measure: { kind: "active", days },
      unit: random.pick(["day", "week", "month"] as const),
      time_frame: { from: "2026-03-05", to: random.pick(["2026-04-09", "2026-04-30"]) },
      breakdown: { property: "q", limit: 2 },
    };
    const { plan, series } = await reports.ask(asked);
    const dayOf = (ms: number) =>
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
    const shown = (series[0]?.segments ?? []).map(({ segment }) => segment.value);
    for (const [bucket, { endMs }] of plan.axis.buckets.entries()) {
      const last = dayOf(Math.min(endMs, plan.axis.span.beforeMs) - 1);
      const first = last.subtract({ days: days - 1 }).toString();
      const within = events.filter(({ timeMs }) => {
        const day = dayOf(timeMs).toString();
        return day >= first && day <= last.toString();
      });
      const count = (keep: (q: unknown) => boolean) =>
        new Set(
          within
            .filter(({ properties }) => keep(properties.q))
            .map(personOf)
            .filter((id) => id !== ""),
        ).size;
      const said = `${JSON.stringify(asked)} ${bucket}`;
      expect(series[0]?.overall.values[bucket], said).toBe(count(() => true));
      for (const [index, value] of shown.entries())
        expect(series[0]?.segments[index]?.values[bucket], said).toBe(count((q) => q === value));
      expect(series[0]?.others?.values[bucket], said).toBe(count((q) => !shown.includes(q)));
    }
  }
}, 600_000);

function expectNear(found: number | null, wanted: number | null, what: string): void {
  if (found === null || wanted === null) expect(found, what).toBe(wanted);
  else expect(Math.abs(found - wanted), `${what}: ${found} is not ${wanted}`).toBeLessThan(1e-9);
}
