import { expect, test } from "vitest";
import { fail, ok } from "../../platform/result.ts";
import type { Accept } from "../accept/accept.ts";
import type { AcceptScope, RecordBatch } from "../accept/receipt.ts";
import { createGathering, type Gather } from "./gather.ts";

const scope = (projectId: number, more: Partial<AcceptScope> = {}): AcceptScope => ({
  projectId,
  lane: "live",
  lineage: { source: "track" },
  strict: false,
  ...more,
});
const batch = (records: unknown[], more: Partial<RecordBatch> = {}): RecordBatch => ({
  records,
  text: "sound",
  sizeIsSound: true,
  ...more,
});

const small =
  (gather: Gather, bytes = 100) =>
  (of: AcceptScope, given: RecordBatch) =>
    gather(of, given, bytes);

/** Refuses what is `bad`, as the real one would: by its place in the batch it was given. */
function recording() {
  const batches: { projectId: number; records: unknown[]; text: string }[] = [];
  const accept: Accept = async ({ projectId }, { records, text }) => {
    batches.push({ projectId, records: [...records], text });
    const refused = records.flatMap((record, index) =>
      record === "bad"
        ? [
            {
              index,
              insertId: "",
              refusal: { code: "event_missing", field: "event", message: "no" } as const,
            },
          ]
        : [],
    );
    const unread = records.flatMap((record, index) => (record === "odd" ? [index] : []));
    const accepted = records.length - refused.length - unread.length;
    return ok({ accepted, refused, unread, counts: {}, position: 1 });
  };
  return { batches, gather: small(createGathering(accept).gather) };
}
const indexes = (settled: Awaited<ReturnType<Gather>>) =>
  settled.ok
    ? [settled.value.accepted, settled.value.refused.map(({ index }) => index)]
    : settled.failure.code;

test("requests of one turn become one batch for each project, and each hears of its own records", async () => {
  const { batches, gather } = recording();
  const settled = await Promise.all([
    gather(scope(1), batch(["a"])),
    gather(scope(2), batch(["b", "bad"])),
    gather(scope(1), batch(["bad"], { text: "escaped" })),
    gather(scope(1), batch(["c", "bad", "d", "bad"])),
    gather(scope(1), batch(["e"])),
  ]);
  expect(batches).toEqual([
    { projectId: 1, records: ["a", "bad", "c", "bad", "d", "bad", "e"], text: "escaped" },
    { projectId: 2, records: ["b", "bad"], text: "sound" },
  ]);
  expect(settled.map(indexes)).toEqual([
    [1, []],
    [1, [1]],
    [0, [0]],
    [2, [1, 3]],
    [1, []],
  ]);
});

test("a text that has to be parsed is told to its own sender, by its place", async () => {
  const { gather } = recording();
  const settled = await Promise.all([
    gather(scope(1), batch(["a", "odd"])),
    gather(scope(1), batch(["bad"])),
    gather(scope(1), batch(["odd"])),
    gather(scope(1), batch(["b"])),
  ]);
  expect(settled.map((each) => each.ok && [each.value.accepted, each.value.unread])).toEqual([
    [1, [1]],
    [0, []],
    [0, [0]],
    [1, []],
  ]);
});

test("whoever would change what company means goes alone", async () => {
  const { batches, gather } = recording();
  await Promise.all([
    gather(scope(1), batch(["a"])),
    gather(scope(1, { strict: true }), batch(["strict"])),
    gather(scope(1, { anonymousId: "x" }), batch(["anonymous"])),
    gather(scope(1), batch(["broken"], { text: "broken" })),
    gather(scope(1), batch(["large"], { sizeIsSound: false })),
    gather(scope(1), batch(Array.from({ length: 51 }, () => "many"))),
    gather(scope(1), batch(["b"])),
  ]);
  expect(batches.map(({ records }) => records.length).sort((a, b) => a - b)).toEqual([1, 1, 1, 1, 2, 51]);
  expect(batches.at(-1)?.records).toEqual(["a", "b"]);
});

test("a group that cannot be written is refused to all of it, a bug reaches all of it, and the next goes on", async () => {
  let calls = 0;
  const gather = small(
    createGathering(async (_scope, { records }) => {
      calls += 1;
      if (calls === 1) return fail({ code: "journal_closed" });
      if (calls === 2) throw new Error("a bug");
      return ok({ accepted: records.length, refused: [], unread: [], counts: {}, position: 1 });
    }).gather,
  );
  const pair = () => Promise.allSettled([gather(scope(1), batch(["a"])), gather(scope(1), batch(["b"]))]);
  for (const each of await pair())
    expect(each).toMatchObject({ value: { failure: { code: "journal_closed" } } });
  for (const each of await pair()) expect(each.status).toBe("rejected");
  for (const each of await pair()) expect(each).toMatchObject({ value: { ok: true } });
});

test("what comes while two groups are on their way leaves together when one has arrived; other projects do not wait", async () => {
  const arrivals: (() => void)[] = [];
  const batches: string[] = [];
  const gather = small(
    createGathering(async ({ projectId }, { records }) => {
      const count = records.length;
      batches.push(`${projectId}: ${records.join("")}`);
      await new Promise<void>((arrive) => arrivals.push(arrive));
      return ok({ accepted: count, refused: [], unread: [], counts: {}, position: 1 });
    }).gather,
  );
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  const send = async (projectId: number, record: string) => {
    const settled = gather(scope(projectId), batch([record]));
    await turn();
    return { settled };
  };
  const all = [
    await send(1, "a"),
    await send(1, "b"),
    await send(1, "c"),
    await send(2, "x"),
    await send(1, "d"),
  ];
  expect(batches).toEqual(["1: a", "1: b", "2: x"]);
  arrivals[0]?.();
  expect(await all[0]?.settled).toMatchObject({ ok: true });
  await turn();
  expect(batches).toEqual(["1: a", "1: b", "2: x", "1: cd"]);
  for (const arrive of arrivals) arrive();
  for (const { settled } of all) expect(await settled).toMatchObject({ ok: true, value: { accepted: 1 } });
});

test("large requests go alone, and a group takes no more than a bound", async () => {
  const sizes: number[] = [];
  const { gather } = createGathering(async (_scope, { records }) => {
    sizes.push(records.length);
    return ok({ accepted: records.length, refused: [], unread: [], counts: {}, position: 1 });
  });
  await Promise.all([
    gather(scope(1), batch(["large"]), 65_537),
    ...Array.from({ length: 40 }, () => gather(scope(1), batch(["full"]), 65_536)),
  ]);
  expect(sizes.sort((left, right) => left - right)).toEqual([...Array.from({ length: 9 }, () => 1), 32]);
});
