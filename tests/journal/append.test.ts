import { expect, test } from "vitest";
import type { Appended } from "../../src/journal/index.ts";
import { turns } from "./history.ts";
import { fileOn, frames, newDisk, openOn, put, readAll, texts } from "./support.ts";

test("an append is answered after its sync and then read back", async () => {
  const disk = newDisk();
  const { journal } = await openOn(disk);
  const answer = await journal.append("live", frames("one", "two"));
  expect(answer).toEqual({ ok: true, value: { first: 1, last: 2 } });
  const [one, two] = await readAll(journal);
  expect(one).toMatchObject({ lane: "live", position: 1, kind: 1, project: 7, body: Buffer.from("one") });
  expect(two).toMatchObject({ position: 2, body: Buffer.from("two") });
});

test("nothing is answered while the sync is under way", async () => {
  const disk = newDisk();
  let syncs = 0;
  const { journal, kill } = await openOn(disk, {
    plan: (_, operation, path) => {
      if (operation === "datasync" && path.includes("live")) syncs += 1;
      return syncs === 1 && operation === "datasync" ? { kind: "kill" } : undefined;
    },
  });
  let answered = false;
  void journal.append("live", frames("lost?")).then(() => {
    answered = true;
  });
  await turns(50);
  expect({ syncs, answered }).toEqual({ syncs: 1, answered: false });
  kill();
});

test("one sync serves every append that waits", async () => {
  const { journal } = await openOn(newDisk());
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => journal.append("live", frames(`${index}`))),
  );
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(journal.stats().lanes.live).toMatchObject({ appends: 100, frames: 100, syncs: 1 });
});

test("a group holds no more bytes than its bound, and at least one append", async () => {
  const settings = { groupBytesMax: { live: 400, bulk: 400 } };
  const { journal } = await openOn(newDisk(), { settings });
  await Promise.all(Array.from({ length: 10 }, () => journal.append("live", frames("x".repeat(100)))));
  expect(journal.stats().lanes.live.syncs).toBe(5);
  await put(journal, "live", "y".repeat(5_000));
  expect(journal.stats().lanes.live.syncs).toBe(6);
});

test("positions rise in the order of the append calls, over both lanes", async () => {
  const { journal } = await openOn(newDisk());
  const answers = await Promise.all([
    journal.append("bulk", frames("a", "b")),
    journal.append("live", frames("c")),
    journal.append("bulk", frames("d")),
  ]);
  const positions = answers.map((answer) => (answer.ok ? answer.value : null));
  expect(positions).toEqual<(Appended | null)[]>([
    { first: 1, last: 2 },
    { first: 3, last: 3 },
    { first: 4, last: 4 },
  ]);
  expect(await texts(journal)).toEqual(["a", "b", "c", "d"]);
});

test("positions go on after a restart", async () => {
  const disk = newDisk();
  const before = await openOn(disk);
  await put(before.journal, "live", "a", "b");
  await before.journal.close();
  const after = await openOn(disk);
  expect(await after.journal.append("bulk", frames("c"))).toMatchObject({ value: { first: 3 } });
});

test("positions start after what a reader has stored, even if the journal ends before it", async () => {
  const { journal } = await openOn(newDisk(), { startAfter: 500 });
  expect(await journal.append("live", frames("a"))).toMatchObject({ value: { first: 501 } });
});

test("the live lane does not wait for a bulk sync that hangs", async () => {
  const disk = newDisk();
  const run = disk.startRun();
  const hanging = {
    ...run.files,
    create: async (path: string) => {
      const file = await run.files.create(path);
      return path.includes("bulk") ? { ...file, datasync: () => new Promise<void>(() => {}) } : file;
    },
  };
  const { journal } = await openOn(disk, { files: hanging });
  void journal.append("bulk", frames("slow"));
  await turns(20);
  await put(journal, "live", "fast");
  expect(await texts(journal, { lanes: ["live"] })).toEqual(["fast"]);
});

test("a body handed over in parts is one body", async () => {
  const { journal } = await openOn(newDisk());
  await journal.append("live", [{ kind: 1, project: 1, body: [Buffer.from("a"), Buffer.from("b")] }]);
  expect(await texts(journal)).toEqual(["ab"]);
});

test("what only a bug can hand over is thrown", async () => {
  const { journal } = await openOn(newDisk(), { settings: { bodyBytesMax: 10 } });
  const body = Buffer.from("x");
  await expect(journal.append("live", [])).rejects.toThrow(RangeError);
  await expect(journal.append("live", [{ kind: 0, project: 1, body }])).rejects.toThrow("kind");
  await expect(journal.append("live", [{ kind: 256, project: 1, body }])).rejects.toThrow("kind");
  await expect(journal.append("live", [{ kind: 1, project: -1, body }])).rejects.toThrow("project");
  await expect(journal.append("live", frames("eleven bytes"))).rejects.toThrow("over the limit");
  expect(await journal.append("live", frames("fine"))).toMatchObject({ value: { first: 1 } });
});

test("a closed journal refuses, and what waited was answered first", async () => {
  const disk = newDisk();
  const { journal } = await openOn(disk);
  const waiting = journal.append("live", frames("in time"));
  await journal.close();
  expect(await waiting).toMatchObject({ ok: true });
  expect(await journal.append("live", frames("late"))).toEqual({
    ok: false,
    failure: { code: "journal_closed" },
  });
  expect(fileOn(disk, "live-")).toContain("live-0000000001");
});

test("two writers of one folder meet at the name of a file, not inside it", async () => {
  const disk = newDisk();
  const first = await openOn(disk);
  const second = await openOn(disk);
  await put(first.journal, "live", "mine");
  expect(await second.journal.append("live", frames("theirs"))).toMatchObject({
    failure: { code: "journal_failed" },
  });
  expect(second.fatal).toHaveLength(1);
});
