import { expect, test } from "vitest";
import type { Frame } from "../../src/journal/index.ts";
import { turns } from "./history.ts";
import { frames, newDisk, openOn, put, readAll, texts } from "./support.ts";

const SMALL = { segmentBytesMax: 400, readWindowBytes: 100, blockBytes: 200 };

test("a reader goes on where it stopped, from any position, over many segments", async () => {
  const { journal } = await openOn(newDisk(), { settings: { ...SMALL, compress: true } });
  for (let index = 1; index <= 60; index += 1) await put(journal, "live", `${index}`.padEnd(50, "."));
  await journal.upkeepIdle();
  expect(journal.segments().filter((segment) => segment.form === "compressed").length).toBeGreaterThan(5);
  for (let after = 0; after <= 60; after += 1) {
    const found = await readAll(journal, { after });
    expect(found.map((frame) => frame.position)).toEqual(
      Array.from({ length: 60 - after }, (_, i) => after + i + 1),
    );
  }
});

test("a reader sees what is synced when it begins, and asks again for more", async () => {
  const { journal } = await openOn(newDisk());
  await put(journal, "live", "a");
  const reading = journal.read({ after: 0 });
  expect((await reading.next()).value).toMatchObject({ position: 1 });
  await put(journal, "live", "b");
  expect(await reading.next()).toEqual({ done: true, value: 1 });
  expect(await texts(journal, { after: 1 })).toEqual(["b"]);
});

test("both lanes come in the order of their positions, and never past a frame that is not synced yet", async () => {
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
      return path.includes("bulk") ? { ...file, datasync: () => gate.then(() => file.datasync()) } : file;
    },
  };
  const { journal } = await openOn(disk, { files });
  await put(journal, "live", "1");
  const slow = journal.append("bulk", frames("2"));
  await put(journal, "live", "3");
  expect(await texts(journal)).toEqual(["1"]);
  expect(await texts(journal, { lanes: ["live"] })).toEqual(["1", "3"]);
  expect(journal.synced()).toBe(1);
  letGo();
  await slow;
  expect(await texts(journal)).toEqual(["1", "2", "3"]);
});

test("a filter passes frames of one project or some kinds, and the batch says how far it looked", async () => {
  const { journal } = await openOn(newDisk());
  const body = Buffer.from("x");
  for (const [kind, project] of [
    [1, 1],
    [2, 1],
    [1, 2],
    [3, 2],
    [1, 3],
  ] as const) {
    await journal.append("live", [{ kind, project, body }]);
  }
  const positions = (found: Frame[]): number[] => found.map((frame) => frame.position);
  expect(positions(await readAll(journal, { project: 2 }))).toEqual([3, 4]);
  expect(positions(await readAll(journal, { kinds: [2, 3] }))).toEqual([2, 4]);
  const batch = await journal.readBatch({ after: 0, project: 9, maxBytes: 1_000 });
  expect(batch).toEqual({ frames: [], bytes: 0, reached: 5, caughtUp: true });
});

test("a batch ends with the frame that reaches its bytes", async () => {
  const { journal } = await openOn(newDisk());
  await put(journal, "live", "aaaa", "bbbb", "cccc");
  const batch = await journal.readBatch({ after: 0, maxBytes: 5 });
  expect(batch).toMatchObject({ bytes: 8, reached: 2, caughtUp: false });
  const rest = await journal.readBatch({ after: batch.reached, maxBytes: 5 });
  expect(rest).toMatchObject({ bytes: 4, reached: 3, caughtUp: true });
});

test("frames longer than the reader's window come whole", async () => {
  const { journal } = await openOn(newDisk(), { settings: { readWindowBytes: 64 } });
  const long = "long".repeat(5_000);
  await put(journal, "live", "a", long, "b");
  expect(await texts(journal)).toEqual(["a", long, "b"]);
});

test("bodies are views into one buffer, not copies", async () => {
  const { journal } = await openOn(newDisk());
  await put(journal, "live", "a", "b");
  const [a, b] = await readAll(journal);
  expect(a?.body.buffer).toBe(b?.body.buffer);
});

test("a reader that stops early lets go of its files", async () => {
  const disk = newDisk();
  const run = disk.startRun();
  let open = 0;
  const files = {
    ...run.files,
    openForReading: async (path: string) => {
      const file = await run.files.openForReading(path);
      open += 1;
      const close = async (): Promise<void> => {
        await file.close();
        open -= 1;
      };
      return { ...file, close };
    },
  };
  const { journal } = await openOn(disk, { files });
  await put(journal, "live", "a", "b", "c");
  await put(journal, "bulk", "d");
  for await (const _ of journal.read({ after: 0 })) break;
  expect(open).toBe(0);
});

test("many readers read while it is written, and each sees every frame once, in order", async () => {
  const { journal } = await openOn(newDisk(), { settings: { ...SMALL, compress: true } });
  const total = 120;
  const follow = async (): Promise<number[]> => {
    const seen: number[] = [];
    let after = 0;
    while (seen.length < total) {
      await journal.waitFor({ after });
      const batch = await journal.readBatch({ after, maxBytes: 300 });
      seen.push(...batch.frames.map((frame) => frame.position));
      after = batch.reached;
    }
    return seen;
  };
  const readers = Array.from({ length: 5 }, follow);
  for (let index = 0; index < total; index += 4) {
    const lane = index % 8 === 0 ? "live" : "bulk";
    await Promise.all([0, 1, 2, 3].map(() => journal.append(lane, frames("x".repeat(40)))));
    await turns(index % 3);
  }
  const expected = Array.from({ length: total }, (_, index) => index + 1);
  for (const seen of await Promise.all(readers)) expect(seen).toEqual(expected);
});

test("waiting ends with the next synced frame of the lane asked for", async () => {
  const { journal } = await openOn(newDisk());
  let isDone = false;
  const waiting = journal.waitFor({ after: 0, lanes: ["bulk"] }).then((ready) => {
    isDone = true;
    return ready;
  });
  await put(journal, "live", "a");
  await turns(2);
  expect(isDone).toBe(false);
  await put(journal, "bulk", "b");
  expect(await waiting).toBe(true);
  expect(await journal.waitFor({ after: 1 })).toBe(true);
});

test("waiting ends when it is called off and when the journal closes", async () => {
  const { journal } = await openOn(newDisk());
  const abort = new AbortController();
  const calledOff = journal.waitFor({ after: 0, signal: abort.signal });
  abort.abort();
  expect(await calledOff).toBe(false);
  const untilClose = journal.waitFor({ after: 0 });
  await journal.close();
  expect(await untilClose).toBe(false);
});
