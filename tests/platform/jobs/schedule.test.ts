import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { bindJob, job } from "../../../src/platform/jobs/index.ts";
import { until, useDatabases } from "./support.ts";

const database = useDatabases();

type Deps = { at: number[] };

const ticking = (cron: string, timeZone = "UTC") =>
  job({
    name: "test.tick",
    payload: Type.Object({ from: Type.String() }),
    attemptsMax: 1,
    schedule: { cron, timeZone, payload: { from: "schedule" } },
    async run({ at }: Deps, { from }) {
      if (from === "schedule") at.push(Date.now());
    },
  });

test("a schedule fires at each of its slots, on time, once whatever the number of nodes", async () => {
  const db = await database();
  const deps: Deps = { at: [] };
  await db.node({ nodeId: "one" }, [bindJob(ticking("*/2 * * * * *"), deps)]);
  await db.node({ nodeId: "two" }, [bindJob(ticking("*/2 * * * * *"), deps)]);
  await until("three slots passed", () => deps.at.length >= 3);
  const slots = deps.at.map((at) => Math.floor(at / 2000));
  expect(new Set(slots).size).toBe(slots.length);
  for (const at of deps.at) expect(at % 2000).toBeLessThan(1_000);
});

test("slots missed while no node ran are made up for by one run, and the schedule goes on", async () => {
  const db = await database();
  const deps: Deps = { at: [] };
  const tick = ticking("* * * * * *");
  const first = await db.node({}, [bindJob(tick, deps)]);
  await until("it fires", () => deps.at.length >= 1);
  await first.close({ timeoutMs: 1000 });
  const before = deps.at.length;
  await sleep(3_200);
  expect(deps.at).toHaveLength(before);
  // Started just after a slot, so that what runs at once is the missed one and not the next.
  await sleep(1_100 - (Date.now() % 1000));
  const restarted = Date.now();
  await db.node({}, [bindJob(tick, deps)]);
  await until("the missed slot ran", () => deps.at.length > before, 500);
  await until("the next slots ran", () => deps.at.length >= before + 3);
  const after = deps.at.slice(before).map((at) => at - restarted);
  expect(after[0]).toBeLessThan(500);
  expect(after.filter((ms) => ms < 700)).toHaveLength(1);
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
