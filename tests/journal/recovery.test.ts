import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import type { FaultyDisk } from "../../src/journal/testing/faulty-disk.ts";
import { silentLog } from "../../src/platform/log.ts";
import { FOLDER, fileOn, frames, newDisk, openOn, put, readAll, rot, texts } from "./support.ts";

const FRAME = 48;

/** A lane with these appends, as a killed process leaves it. */
async function crashed(disk: FaultyDisk, ...appends: string[][]): Promise<string> {
  const { journal, kill } = await openOn(disk);
  for (const append of appends) await put(journal, "live", ...append);
  kill();
  return fileOn(disk, "live-");
}

function log() {
  const lines: { fields: unknown; line: string }[] = [];
  const note = (fields: unknown, line: string): void => void lines.push({ fields, line });
  return { lines, log: Object.assign(Object.create(silentLog), { warn: note, error: note, info: note }) };
}

test("a torn tail is cut and said in the log", async () => {
  const disk = newDisk();
  const path = await crashed(disk, ["a"], ["b"]);
  const size = disk.node(path).size();
  disk.node(path).truncate(size - 1);
  const { lines, log: seen } = log();
  const { journal, damaged } = await openOn(disk, { log: seen });
  expect(await texts(journal)).toEqual(["a"]);
  expect(damaged).toEqual([]);
  const file = path.slice(FOLDER.length + 1);
  expect(lines).toContainEqual({
    fields: { file, offset: size - FRAME - 1, bytes: FRAME },
    line: "journal: torn tail cut",
  });
});

test("rubbish and zeros behind the last frame are cut", async () => {
  for (const rubbish of [Buffer.alloc(3_000), Buffer.from("half a header"), Buffer.alloc(5_000, 0xf7)]) {
    const disk = newDisk();
    const path = await crashed(disk, ["a"], ["b"]);
    disk.node(path).write(disk.node(path).size(), rubbish);
    const { journal, damaged } = await openOn(disk);
    expect(await texts(journal)).toEqual(["a", "b"]);
    expect(damaged).toEqual([]);
    expect(await journal.verify()).toMatchObject({ damaged: [], frames: 2 });
  }
});

test("half an append is never recovered", async () => {
  const disk = newDisk();
  const path = await crashed(disk, ["a"], ["b1", "b2", "b3"]);
  disk.node(path).truncate(disk.node(path).size() - 10);
  const { journal } = await openOn(disk);
  expect(await texts(journal)).toEqual(["a"]);
});

test("frames of the last group that arrived behind a hole are torn, not rot", async () => {
  const disk = newDisk();
  const path = await crashed(disk, ["a"], ["b".repeat(100), "c".repeat(100), "d"]);
  rot(disk, path, "b".repeat(100));
  const { journal, damaged } = await openOn(disk);
  expect(await texts(journal)).toEqual(["a"]);
  expect(damaged).toEqual([]);
});

test("a bad frame that was synced before a later one was written is rot: named, skipped, never cut", async () => {
  const disk = newDisk();
  const path = await crashed(disk, ["a"], ["rotten".repeat(20)], ["c"]);
  rot(disk, path, "rotten".repeat(20));
  const { journal, damaged } = await openOn(disk);
  expect(await texts(journal)).toEqual(["a", "c"]);
  const range = {
    lane: "live",
    segment: 1,
    file: path.slice(FOLDER.length + 1),
    offset: 40 + FRAME + 1,
    bytes: FRAME + 120,
    position: 2,
    after: 1,
    before: 3,
    frames: 1,
  };
  expect(damaged).toEqual([range]);
  expect((await journal.verify()).damaged).toEqual([range]);
  expect(journal.stats()).toMatchObject({ damagedCount: 1, damaged: [range] });
  await put(journal, "live", "d");
  expect(await texts(journal)).toEqual(["a", "c", "d"]);
});

test("a damaged segment is not compressed over", async () => {
  const disk = newDisk();
  const path = await crashed(disk, ["a"], ["rotten"], ["c"]);
  rot(disk, path, "rotten");
  const { journal } = await openOn(disk, { settings: { compress: true } });
  await journal.upkeepIdle();
  expect(journal.segments()).toMatchObject([{ form: "raw", closed: true }]);
  expect(await texts(journal)).toEqual(["a", "c"]);
});

test("a rotten header of a segment hides no frame", async () => {
  const disk = newDisk();
  const path = await crashed(disk, ["a"], ["b"]);
  disk.node(path).flipBit(17, 1);
  const { journal, damaged } = await openOn(disk);
  expect(await texts(journal)).toEqual(["a", "b"]);
  expect(damaged).toMatchObject([{ offset: 0, bytes: 40, frames: 0 }]);
});

test("rot in a closed segment is named when it is read, and the open does not fail", async () => {
  const disk = newDisk();
  const { journal, kill } = await openOn(disk, { settings: { segmentBytesMax: 300 } });
  for (const text of ["one", "two", "three", "four"]) await put(journal, "live", text.padEnd(100, "."));
  kill();
  rot(disk, fileOn(disk, "live-0000000001"), "two".padEnd(100, "."));
  const again = await openOn(disk);
  expect(again.damaged).toEqual([]);
  const found = (await texts(again.journal)).map((text) => text.replaceAll(".", ""));
  expect(found).toEqual(["one", "three", "four"]);
  expect(again.damaged).toMatchObject([{ segment: 1, position: 2, after: 1, before: null, frames: 1 }]);
});

test("a closed segment that lost its end is noticed", async () => {
  const disk = newDisk();
  const { journal, kill } = await openOn(disk, { settings: { segmentBytesMax: 300 } });
  for (const text of ["one", "two", "three", "four"]) await put(journal, "live", text.padEnd(100, "."));
  kill();
  const node = disk.node(fileOn(disk, "live-0000000001"));
  node.truncate(40 + FRAME + 100);
  const again = await openOn(disk);
  expect(await texts(again.journal)).toHaveLength(3);
  expect(again.damaged).toMatchObject([{ segment: 1, after: 1, bytes: 0 }]);
});

test("a rotten block of a compressed segment costs its own frames only, and is named", async () => {
  const disk = newDisk();
  const { journal } = await openOn(disk, { settings: { blockBytes: 300 } });
  for (let index = 1; index <= 12; index += 1) await put(journal, "live", `${index}`.padEnd(100, "."));
  await journal.rotate("live");
  await journal.rewrite({ lane: "live", segment: 1 }, () => "keep");
  const before = await readAll(journal);
  await journal.close();
  const node = disk.node(fileOn(disk, ".zst"));
  node.flipBit(Math.floor(node.size() / 3), 5);
  const again = await openOn(disk);
  const found = await readAll(again.journal);
  expect(again.damaged).toHaveLength(1);
  const [range] = again.damaged;
  expect(found).toHaveLength(before.length - (range?.frames ?? 0));
  expect(found.some((frame) => frame.position === range?.position)).toBe(false);
  expect((await again.journal.verify()).damaged).toHaveLength(1);
});

test("a rotten index of a compressed segment costs nothing but time", async () => {
  const disk = newDisk();
  const { journal } = await openOn(disk, { settings: { blockBytes: 300 } });
  for (let index = 1; index <= 12; index += 1) await put(journal, "live", `${index}`.padEnd(100, "."));
  await journal.rotate("live");
  await journal.rewrite({ lane: "live", segment: 1 }, () => "keep");
  await journal.close();
  const node = disk.node(fileOn(disk, ".zst"));
  node.flipBit(node.size() - 30, 5);
  const again = await openOn(disk);
  expect(await readAll(again.journal)).toHaveLength(12);
  expect(again.damaged).toMatchObject([{ frames: 0 }]);
  await put(again.journal, "live", "next");
  expect((await readAll(again.journal)).at(-1)?.position).toBe(13);
});

test("a missing segment is reported, and the rest is read", async () => {
  const disk = newDisk();
  const { journal, kill } = await openOn(disk, { settings: { segmentBytesMax: 100 } });
  for (const text of ["one", "two", "three"]) await put(journal, "live", text.padEnd(100, "."));
  kill();
  await disk.startRun().files.remove(fileOn(disk, "live-0000000002"));
  const missing: unknown[] = [];
  const again = await openOn(disk, { onMissing: (hole) => missing.push(hole) });
  expect(missing).toEqual([{ lane: "live", segment: 2 }]);
  expect(again.journal.stats().missing).toEqual(missing);
  expect((await again.journal.verify()).missing).toEqual(missing);
  expect((await readAll(again.journal)).map((frame) => frame.position)).toEqual([1, 3]);
});

test("an empty segment of a rotation that was not finished is cleared away", async () => {
  const disk = newDisk();
  await crashed(disk, ["a"]);
  const { files } = disk.startRun();
  await files.create(`${FOLDER}/live-0000000002-0000000000000002.seg`);
  const { journal } = await openOn(disk);
  await put(journal, "live", "b");
  expect(journal.segments().map(({ segment }) => segment)).toEqual([1, 2]);
  expect(await texts(journal)).toEqual(["a", "b"]);
});

test("half-finished files go, files of others stay", async () => {
  const disk = newDisk();
  await crashed(disk, ["a"]);
  const { files } = disk.startRun();
  await files.create(`${FOLDER}/live-0000000001-0000000000000001.seg.zst.tmp`);
  await files.create(`${FOLDER}/notes.txt`);
  await openOn(disk);
  expect(disk.paths().some((path) => path.endsWith(".tmp"))).toBe(false);
  expect(disk.paths()).toContain(`${FOLDER}/notes.txt`);
});

test("when both forms of a segment are there, the compressed one counts unless it is damaged", async () => {
  for (const isDamaged of [false, true]) {
    const disk = newDisk();
    const { journal, kill } = await openOn(disk, {
      plan: (_, operation, path) =>
        operation === "remove" && path.endsWith(".seg") ? { kind: "kill" } : undefined,
      settings: { segmentBytesMax: 100, compress: true },
    });
    await put(journal, "live", "x".repeat(200));
    void journal.append("live", frames("y"));
    while (!disk.paths().some((path) => path.endsWith(".zst"))) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    kill();
    const both = disk.paths().filter((path) => path.includes("live-0000000001"));
    if (isDamaged) disk.node(fileOn(disk, ".zst")).truncate(30);
    const again = await openOn(disk);
    const left = disk.paths().filter((path) => path.includes("live-0000000001"));
    expect(left).toHaveLength(1);
    if (both.length === 2) expect(left[0]?.endsWith(".zst")).toBe(!isDamaged);
    if (both.length === 2 || !isDamaged) expect((await texts(again.journal))[0]).toBe("x".repeat(200));
  }
});

test("a journal of a newer release is refused, not cut", async () => {
  const disk = newDisk();
  const path = await crashed(disk, ["a"]);
  const header = Buffer.alloc(36);
  disk.node(path).read(header, 0);
  header[8] = 2;
  header.writeUInt32LE(crc32(header.subarray(0, 32)), 32);
  disk.node(path).write(0, header);
  const size = disk.node(path).size();
  const opened = await openJournal({
    folder: FOLDER,
    log: silentLog,
    files: disk.startRun().files,
    onFatal: () => {},
  });
  expect(opened).toEqual({ ok: false, failure: { code: "newer_format", version: 2 } });
  expect(disk.node(path).size()).toBe(size);
});

test("what a failed sync left in the page cache is written anew before it is shown", async () => {
  const disk = newDisk(3);
  const { journal, kill } = await openOn(disk, {
    plan: (step, operation) =>
      operation === "datasync" && step > 8 ? { kind: "error", code: "EIO" } : undefined,
  });
  await journal.append("live", frames("a"));
  await journal.append("live", frames("b"));
  kill();
  const shown = await texts((await openOn(disk)).journal);
  disk.losePower();
  expect(await texts((await openOn(disk)).journal)).toEqual(shown);
});
