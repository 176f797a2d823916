import { expect, test } from "vitest";
import type { FaultPlan, Operation } from "../../src/journal/testing/faulty-disk.ts";
import { turns } from "./history.ts";
import { frames, newDisk, openOn, put, texts } from "./support.ts";

/** Fails the n-th operation of a kind on files with this in their name. */
function failNth(operation: Operation, part: string, nth: number, code = "EIO"): FaultPlan {
  let count = 0;
  return (_, seen, path) => {
    if (seen !== operation || !path.includes(part)) return undefined;
    count += 1;
    return count === nth ? { kind: "error", code } : undefined;
  };
}

test("a full queue refuses with a time to come back, and takes more once it has drained", async () => {
  const settings = { queueBytesMax: { live: 500, bulk: 500 } };
  const { journal } = await openOn(newDisk(), { settings });
  const waiting = [
    journal.append("live", frames("x".repeat(200))),
    journal.append("live", frames("y".repeat(200))),
  ];
  const refused = await journal.append("live", frames("z"));
  expect(refused).toMatchObject({ ok: false, failure: { code: "journal_busy", lane: "live" } });
  expect(refused).toMatchObject({ failure: { retryAfterMs: expect.any(Number) } });
  expect(await journal.append("bulk", frames("other lane"))).toMatchObject({ ok: true });
  expect(await Promise.all(waiting)).toMatchObject([{ ok: true }, { ok: true }]);
  await put(journal, "live", "z");
  expect(journal.stats().lanes.live).toMatchObject({ queueBytes: 0, refused: { journal_busy: 1 } });
});

test("an append larger than the queue passes when nothing else waits", async () => {
  const { journal } = await openOn(newDisk(), { settings: { queueBytesMax: { live: 100, bulk: 100 } } });
  await put(journal, "live", "x".repeat(1_000));
});

test("a failed sync is final: everything that waits fails, nothing more is taken, the owner is told once", async () => {
  const disk = newDisk();
  const { journal, fatal } = await openOn(disk, { plan: failNth("datasync", "live-", 2) });
  await put(journal, "live", "safe");
  const waiting = [journal.append("live", frames("a")), journal.append("bulk", frames("b"))];
  await turns(3);
  waiting.push(journal.append("live", frames("queued behind")));
  for (const answer of await Promise.all(waiting.slice(0, 1))) {
    expect(answer).toMatchObject({ failure: { code: "journal_failed", reason: "EIO: injected" } });
  }
  expect(await waiting[2]).toMatchObject({ failure: { code: "journal_failed" } });
  expect(await journal.append("bulk", frames("c"))).toMatchObject({ failure: { code: "journal_failed" } });
  expect(await texts(journal, { lanes: ["live"] })).toEqual(["safe"]);
  expect(await journal.waitFor({ after: 100 })).toBe(false);
  expect(fatal).toHaveLength(1);
  expect(journal.stats().failure).toMatchObject({ code: "journal_failed" });
  await journal.close();
});

test("after a failed sync the other lane's group under way is neither acknowledged nor shown", async () => {
  const disk = newDisk();
  const run = disk.startRun();
  let letGo: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const files = {
    ...run.files,
    create: async (path: string) => {
      const file = await run.files.create(path);
      const broken = (): Promise<void> => Promise.reject(new Error("gone"));
      return { ...file, datasync: path.includes("bulk") ? () => gate.then(file.datasync) : broken };
    },
  };
  const { journal } = await openOn(disk, { files });
  const slow = journal.append("bulk", frames("b"));
  await turns(20);
  expect(await journal.append("live", frames("a"))).toMatchObject({ failure: { code: "journal_failed" } });
  expect(await slow).toMatchObject({ failure: { code: "journal_failed" } });
  letGo();
  await turns(20);
  expect(await texts(journal)).toEqual([]);
});

test("a refusal holds until its caller can have seen it", async () => {
  const { journal } = await openOn(newDisk(), { settings: { queueBytesMax: { live: 500, bulk: 500 } } });
  const waiting = journal.append("live", frames("x".repeat(300)));
  const tooLarge = journal.append("live", frames("declares a column".repeat(20)));
  const wouldFit = journal.append("live", frames("uses it"));
  expect(await Promise.all([waiting, tooLarge, wouldFit])).toMatchObject([
    { ok: true },
    { ok: false },
    { ok: false },
  ]);
  await put(journal, "live", "uses it");
});

for (const code of ["EIO", "EROFS"]) {
  test(`a write that fails with ${code} is final`, async () => {
    const { journal, fatal } = await openOn(newDisk(), { plan: failNth("write", "live-", 2, code) });
    expect(await journal.append("live", frames("a"))).toMatchObject({ failure: { code: "journal_failed" } });
    expect(fatal).toHaveLength(1);
  });
}

test("a full disk refuses for a while, reads go on, and it takes appends again when there is room", async () => {
  const disk = newDisk();
  let nowMs = 1_000;
  const { journal, fatal } = await openOn(disk, {
    clock: { now: () => nowMs },
    settings: { diskFullPauseMs: 500 },
  });
  await put(journal, "live", "before");
  disk.setCapacity(disk.usedBytes() + 60);
  const full = await Promise.all([
    journal.append("live", frames("too much".repeat(20))),
    journal.append("live", frames("x")),
  ]);
  expect(full).toMatchObject([
    { failure: { code: "disk_full", lane: "live", retryAfterMs: 500 } },
    { failure: { code: "disk_full" } },
  ]);
  expect(await texts(journal)).toEqual(["before"]);

  disk.setCapacity(Number.POSITIVE_INFINITY);
  nowMs += 200;
  expect(await journal.append("live", frames("early"))).toMatchObject({ failure: { retryAfterMs: 300 } });
  nowMs += 300;
  await turns(1);
  await put(journal, "live", "after");
  expect(await texts(journal)).toEqual(["before", "after"]);
  expect(fatal).toEqual([]);
  expect((await journal.verify()).damaged).toEqual([]);
});

test("a full disk does not let an append pass one that failed before it", async () => {
  const disk = newDisk();
  const settings = { groupBytesMax: { live: 100, bulk: 100 }, diskFullPauseMs: 0 };
  const { journal } = await openOn(disk, { settings });
  await put(journal, "live", "before");
  disk.setCapacity(disk.usedBytes() + 10);
  const declaring = journal.append("live", frames("declares a column"));
  const using = journal.append("live", frames("uses it"));
  void declaring.then(() => disk.setCapacity(Number.POSITIVE_INFINITY));
  expect(await Promise.all([declaring, using])).toMatchObject([{ ok: false }, { ok: false }]);
});

test("a full disk at the creation of a segment leaves nothing behind", async () => {
  const disk = newDisk();
  const { journal } = await openOn(disk, { settings: { diskFullPauseMs: 0 } });
  disk.setCapacity(10);
  expect(await journal.append("live", frames("a"))).toMatchObject({ failure: { code: "disk_full" } });
  expect(disk.paths()).toEqual([]);
  disk.setCapacity(Number.POSITIVE_INFINITY);
  await turns(1);
  await put(journal, "live", "a");
});

test("a restart on a full disk shows what was certainly synced and finishes the rest when there is room", async () => {
  const disk = newDisk();
  const before = await openOn(disk);
  await put(before.journal, "live", "proven");
  await put(before.journal, "live", "perhaps only in memory");
  before.kill();
  disk.setCapacity(disk.usedBytes());
  const { journal } = await openOn(disk, { settings: { diskFullPauseMs: 0 } });
  expect(await texts(journal)).toEqual(["proven"]);
  expect(await journal.append("bulk", frames("b"))).toMatchObject({ failure: { code: "disk_full" } });
  disk.setCapacity(Number.POSITIVE_INFINITY);
  await turns(1);
  await put(journal, "bulk", "b");
  expect(await texts(journal)).toEqual(["proven"]); // the other lane must not carry a reader past what is still hidden
  await put(journal, "live", "a");
  expect(await texts(journal)).toEqual(["proven", "perhaps only in memory", "b", "a"]);
});
