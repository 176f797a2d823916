import { expect, test } from "vitest";
import type { EventStore, NewEvent } from "../../src/events/index.ts";
import { seededRandom } from "../../src/journal/testing/random.ts";
import { event, newStore, PROJECT, Script } from "./support.ts";

type Random = ReturnType<typeof seededRandom>;
type Plain = Record<string, unknown>;

const SEEDS = [1, 2, 3, 4];
const EVENTS = 200;
/** Values from about here on may be seen by their beginning only. */
const LONG = 4_090;
const NAMES = Array.from(
  { length: 60 },
  (_, index) => `${["p", 'q"', "é", "a/b~", "$x", "it's"][index % 6]}${index}`,
);
const ODD = ['ü"\\\u0000\n', "日本", "<>", "\u2028"];

function someValue(random: Random): unknown {
  switch (random.below(9)) {
    case 0:
      return null;
    case 1:
      return random.below(1_000) / 7;
    case 2:
      return random.below(2) === 0;
    case 3:
      return "s".repeat(random.below(50));
    case 4:
      return random.pick(ODD).repeat(random.below(30));
    case 5:
      return "L".repeat(3_900 + random.below(400));
    case 6:
      return random.below(8) > 0 ? "m" : "X".repeat(random.below(30_000));
    case 7:
      return Array.from({ length: random.below(3) > 0 ? 3 : random.below(2_500) }, (_, index) => index);
    default:
      return { text: "v".repeat(random.below(10)) };
  }
}

function someEvent(random: Random, index: number): NewEvent {
  const names = Array.from({ length: random.below(25) }, () => random.pick(NAMES));
  const properties = Object.fromEntries(names.map((name) => [name, someValue(random)]));
  return event("E", { insertId: `i${index}`, timeMs: 1_700_000_000_000 + index, properties });
}

/** The properties of each event by its insert id, as a question finds them, in columns and in `rest`. */
async function seenByQuestions(
  store: EventStore,
): Promise<{ seen: Map<string, Plain>; inRest: Set<string> }> {
  const columns = (await store.catalog(PROJECT)).filter(
    ({ column }) => column !== null && column !== undefined,
  );
  const sql = `select insert_id, rest${columns.map(({ column }) => `, ${column}`).join("")} from events`;
  const answer = await store.query(PROJECT, { sql, timeoutMs: 60_000, rowsMax: EVENTS });
  if (!answer.ok) throw new Error(answer.failure.code);
  const seen = new Map<string, Plain>();
  const inRest = new Set<string>();
  for (const [id, rest, ...values] of answer.value.rows) {
    const properties: Plain = rest === null ? {} : JSON.parse(String(rest));
    for (const name of Object.keys(properties)) inRest.add(name);
    for (const [at, { name, type }] of columns.entries()) {
      const value = values[at];
      if (value !== null) properties[name] = type === "json" ? JSON.parse(String(value)) : value;
    }
    seen.set(String(id), properties);
  }
  return { seen, inRest };
}

test.each(SEEDS)(
  "questions see every value of random events that is not long, and that there is one (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    const store = await newStore();
    const script = new Script({ columnsMax: 30 });
    const given = Array.from({ length: EVENTS }, (_, index) => someEvent(random, index));
    for (let at = 0; at < EVENTS; at += 50) script.rows(given.slice(at, at + 50));
    await script.apply(store);

    const { seen, inRest } = await seenByQuestions(store);
    const wrong = given.flatMap(({ insertId, properties }) => {
      const found = seen.get(String(insertId)) ?? {};
      return Object.entries(properties).flatMap(([name, value]) => {
        const text = JSON.stringify(value);
        const isRight =
          Buffer.byteLength(text) >= LONG ? Object.hasOwn(found, name) : JSON.stringify(found[name]) === text;
        return isRight ? [] : [`${insertId} ${name}: ${text.slice(0, 40)}`];
      });
    });
    expect(wrong).toEqual([]);
    const told = new Set((await store.catalog(PROJECT)).filter((one) => one.inRest).map(({ name }) => name));
    expect([...inRest].filter((name) => !told.has(name))).toEqual([]);
    // Otherwise nothing of this would be about long rows.
    expect(inRest.size).toBeGreaterThan(30);
  },
);

test("a long row of short values keeps its rest where questions read it, and once", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("A", { properties: { plan: "free" } })]);
  const texts = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, name.repeat(4_000)]));
  const nulls = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`none ${index}`, null]));
  script.rows([event("B", { properties: { ...texts, plan: 7 } })]);
  script.rows([event("C", { properties: { ...nulls, plan: 7 } })]);
  script.rows([event("D", { properties: texts })]);
  await script.apply(store);
  const sql = `select event, json_extract_string(nullif(rest, ''), '/plan'), rest is null, whole_rest, whole_digest
    from event_rows where event <> 'A' order by event`;
  expect(await store.query(PROJECT, { sql, timeoutMs: 10_000, rowsMax: 10 })).toMatchObject({
    ok: true,
    value: {
      rows: [
        ["B", "7", false, "", null],
        ["C", "7", false, "", null],
        ["D", null, false, "", null],
      ],
    },
  });
});
