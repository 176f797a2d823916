import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { bindJob, job } from "../../../src/platform/jobs/index.ts";
import { type TestDatabase, until, useDatabases, withoutRounds } from "./support.ts";

const database = useDatabases();

type Deps = { at: number[]; gate?: Promise<void> };

const ticking = (cron: string, timeZone = "UTC") =>
  job({
    name: "test.tick",
    payload: Type.Object({ from: Type.String() }),
    attemptsMax: 1,
    parallelMax: 1,
    schedule: { cron, timeZone, payload: { from: "schedule" } },
    async run({ at, gate }: Deps, { from }) {
      if (from === "schedule") at.push(Date.now());
      await gate;
    },
  });

/** The slots in one state, in their order. */
const slotsIn = async (db: TestDatabase, state: string): Promise<number[]> => {
  const { rows } = await db.pool.query<{ start_after: Date }>(
    "select start_after from pgboss.job where name = 'test.tick' and state::text = $1 order by start_after",
    [state],
  );
  return rows.map((row) => row.start_after.getTime());
};

test("a schedule fires at each of its slots, not before, once whatever the number of nodes", async () => {
  withoutRounds();
  const db = await database();
  const deps: Deps = { at: [] };
  const nodes = [
    await db.node({ nodeId: "one" }, [bindJob(ticking("*/2 * * * * *"), deps)]),
    await db.node({ nodeId: "two" }, [bindJob(ticking("*/2 * * * * *"), deps)]),
  ];
  await until("three slots passed", async () => (await slotsIn(db, "completed")).length >= 3);
  await Promise.all(nodes.map((node) => node.close({ timeoutMs: 60_000 })));
  const slots = await slotsIn(db, "completed");
  expect(new Set(slots).size).toBe(slots.length);
  expect(deps.at).toHaveLength(slots.length);
  for (const [index, slot] of slots.entries()) {
    expect(slot % 2000).toBe(0);
    expect(deps.at[index]).toBeGreaterThanOrEqual(slot);
  }
});

test("slots missed while no node ran are made up for by one run, and the schedule goes on", async () => {
  withoutRounds();
  const db = await database();
  const gate = Promise.withResolvers<void>();
  const deps: Deps = { at: [], gate: gate.promise };
  const tick = ticking("* * * * * *");
  const first = await db.node({}, [bindJob(tick, deps)]);
  await until("it fires", () => deps.at.length >= 1);
  await until("the next slot is placed", async () => (await slotsIn(db, "created")).length === 1);
  // No other slot is taken up while this one runs, and none once the node closes.
  const closing = first.close({ timeoutMs: 60_000 });
  gate.resolve();
  await closing;
  expect(deps.at).toHaveLength(1);
  const [missed = 0] = await slotsIn(db, "created");
  await sleep(3_200);
  expect(deps.at).toHaveLength(1);
  const restarted = Date.now();
  const second = await db.node({}, [bindJob(tick, deps)]);
  await until("the next slots ran", async () => (await slotsIn(db, "completed")).length >= 4);
  await second.close({ timeoutMs: 60_000 });
  const [, ...after] = await slotsIn(db, "completed");
  expect(after.filter((slot) => slot <= restarted)).toEqual([missed]);
  expect(deps.at).toHaveLength(1 + after.length);
});

test("a schedule is one waiting job at its next slot, in its own time zone", async () => {
  const db = await database();
  const jobs = await db.node({}, [bindJob(ticking("0 3 1 1 *", "Asia/Tokyo"), { at: [] })]);
  const listed = await jobs.list({ state: "waiting" });
  const views = listed.ok ? listed.value.jobs : [];
  expect(views).toHaveLength(1);
  expect(views[0]?.startAfter.toISOString()).toMatch(/-12-31T18:00:00.000Z$/);
});

test("a schedule that is changed or dropped leaves no slot of its old self behind", async () => {
  const db = await database();
  const slots = async () => {
    const { rows } = await db.pool.query<{ start_after: Date }>(
      "select start_after from pgboss.job where name = 'test.tick'",
    );
    return rows.map((row) => row.start_after.toISOString().slice(5, 16));
  };
  const run = async (declared: ReturnType<typeof ticking>) => {
    const node = await db.node({}, [bindJob(declared, { at: [] })]);
    await node.close({ timeoutMs: 0 });
  };
  await run(ticking("0 3 1 1 *"));
  expect(await slots()).toEqual(["01-01T03:00"]);
  await run(ticking("0 4 2 2 *"));
  expect(await slots()).toEqual(["02-02T04:00"]);
  const { schedule: _dropped, ...plain } = ticking("0 4 2 2 *");
  await run(job(plain));
  expect(await slots()).toEqual([]);
});
