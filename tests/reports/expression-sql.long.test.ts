import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewEvent, StoredEvent } from "../../src/events/index.ts";
import { seededRandom } from "../../src/journal/testing/random.ts";
import { expressionSql } from "../../src/reports/compile/expression-sql.ts";
import { SqlScope } from "../../src/reports/compile/sql-scope.ts";
import { holds } from "../../src/reports/compile/typed.ts";
import { EVENT_READERS } from "../../src/reports/exported-properties.ts";
import { createPredicate, parseExpression } from "../../src/reports/index.ts";
import { readSources } from "../../src/reports/run/sources.ts";
import { openReports } from "./segmentation-support.ts";
import { PROJECT } from "./support.ts";

const isLong = process.env.TRIBUTARY_TEST_LONG === "1";
/** REPORTS_EXPRESSIONS=9000 REPORTS_SEED=1 npx vitest run tests/reports/expression-sql.long.test.ts */
const EXPRESSIONS = Number(process.env.REPORTS_EXPRESSIONS ?? (isLong ? 5000 : 200));
const random = seededRandom(Number(process.env.REPORTS_SEED ?? 3));

const VALUES = [
  7,
  0,
  -2.5,
  1780322400,
  "7",
  "",
  "pro",
  "false",
  "2026-06-01",
  "2026-06-01T10:00:00",
  "2026-13-01",
  true,
  false,
  null,
  ["a", "b"],
  [7, "7"],
  [],
  { city: "Rome", n: 7, "0": "zero" },
  // Long enough to be kept beside the column of its type.
  `pro${"x".repeat(5_000)}`,
  ["a", "b", "x".repeat(5_000)],
  { city: "Rome", n: 7, "0": "x".repeat(5_000) },
  undefined,
];

let reports: Awaited<ReturnType<typeof openReports>>;
let stored: StoredEvent[];
beforeAll(async () => {
  reports = await openReports();
  const events: NewEvent[] = Array.from({ length: 120 }, (_, index) => {
    const properties: Record<string, unknown> = {};
    for (const name of ["a", "b", "ok"]) {
      const value = VALUES[random.below(VALUES.length)];
      if (value !== undefined) properties[name] = value;
    }
    return { event: "E", timeMs: 1780322400000 + index * 1000, distinctId: `u${index % 3}`, properties };
  });
  await reports.load(events);
  ({ events: stored } = await reports.store.readPage(PROJECT, { limit: 1000 }));
});
afterAll(() => reports.close());

/** The events an expression keeps, by the language itself and by its SQL. Null: the language refuses it, or met what is neither true nor false. */
async function bothWays(text: string): Promise<[number[] | null, number[]]> {
  const expression = parseExpression(text);
  if (!expression.ok) return [null, []];
  const keeps = createPredicate(expression.value, EVENT_READERS);
  if (!keeps.ok) throw new Error(`${text}: ${JSON.stringify(keeps.failure)}`);
  const verdicts = stored.map((event) => keeps.value(event));
  const sources = await readSources({ store: reports.store }, PROJECT, [expression.value]);
  const scope = new SqlScope(sources);
  const where = holds(expressionSql(expression.value, scope).boolean);
  const { sql, params } = scope.finish(`select events.ord from ${scope.from()} where ${where} order by 1`);
  const asked = await reports.store.query(PROJECT, { sql, params, timeoutMs: 60_000, rowsMax: 1000 });
  if (!asked.ok) throw new Error(`${text}: ${asked.failure.code}`);
  const refused = verdicts.some((verdict) => typeof verdict === "object");
  const kept = stored.flatMap((event, index) => (verdicts[index] === true ? [event.order] : []));
  return [refused ? null : kept.sort((x, y) => x - y), asked.value.rows.map(([order]) => Number(order))];
}

const READS = [
  'properties["a"]',
  'properties["b"]',
  'properties["miss"]',
  'properties["a"]["city"]',
  'properties["b"]["0"]',
];
const LITERALS = [
  "7",
  "-2.5",
  "0",
  '"7"',
  '"pro"',
  '""',
  "true",
  "null",
  '"2026-06-01"',
  'datetime("2026-06-01T10:00:00")',
];

function value(depth: number): string {
  const roll = random.below(depth <= 0 ? 2 : 5);
  if (roll === 0) return random.pick(READS);
  if (roll === 1) return random.pick(LITERALS);
  if (roll === 2)
    return `(${value(depth - 1)} ${random.pick(["+", "-", "*", "/", "%"])} ${value(depth - 1)})`;
  if (roll === 3)
    return `${random.pick(["floor", "ceil", "round", "number", "string", "datetime"])}(${value(depth - 1)})`;
  return random.pick(READS);
}

function truth(depth: number): string {
  const roll = random.below(depth <= 0 ? 3 : 7);
  if (roll <= 1) return `${value(2)} ${random.pick(["==", "!=", ">", ">=", "<", "<="])} ${value(2)}`;
  if (roll === 2) return `${random.pick(["defined", "boolean"])}(${value(1)})`;
  if (roll === 3)
    return `${value(1)} in ${random.pick(['[7, "7", true]', 'properties["a"]', 'properties["b"]', '"approval"'])}`;
  if (roll === 4) return `not (${truth(depth - 1)})`;
  return `(${truth(depth - 1)} ${roll === 5 ? "and" : "or"} ${truth(depth - 1)})`;
}

test(`${EXPRESSIONS} expressions keep the same events in SQL as in the language`, async () => {
  let kept = 0;
  for (let number = 0; number < EXPRESSIONS; number += 1) {
    const text = truth(2);
    const [wanted, found] = await bothWays(text);
    if (wanted === null) continue;
    kept += wanted.length;
    expect(found, text).toEqual(wanted);
  }
  expect(kept).toBeGreaterThan(EXPRESSIONS);
}, 600_000);

test.each([
  'event["$time"] > datetime("2026-06-01T14:00:30")',
  'event["$event_name"] == "E"',
  'properties["distinct_id"] == "u1"',
  'properties["time"] % 2 == 0',
  'properties["$import"] == true',
  'not properties["$import"]',
  '"u" in properties["distinct_id"]',
])("%s", async (text) => {
  const [wanted, found] = await bothWays(text);
  expect(found).toEqual(wanted);
});
