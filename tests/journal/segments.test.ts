import { zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { syncCodec } from "../../src/journal/testing/sync-codec.ts";
import { fileOn, newDisk, openOn, put, readAll, texts } from "./support.ts";

const SMALL = { segmentBytesMax: 500, blockBytes: 200, compress: true };

function bytesOf(disk: ReturnType<typeof newDisk>, path: string): Buffer {
  const node = disk.node(path);
  const bytes = Buffer.alloc(node.size());
  node.read(bytes, 0);
  return bytes;
}

test("a full segment is closed and the next one begun, each lane by itself", async () => {
  const { journal } = await openOn(newDisk(), { settings: { segmentBytesMax: 300 } });
  for (let index = 0; index < 10; index += 1) await put(journal, "live", "x".repeat(100));
  await put(journal, "bulk", "y");
  const described = journal
    .segments()
    .map(({ lane, segment, base, closed }) => ({ lane, segment, base, closed }));
  expect(described).toEqual([
    { lane: "live", segment: 1, base: 1, closed: true },
    { lane: "live", segment: 2, base: 3, closed: true },
    { lane: "live", segment: 3, base: 5, closed: true },
    { lane: "live", segment: 4, base: 7, closed: true },
    { lane: "live", segment: 5, base: 9, closed: false },
    { lane: "bulk", segment: 1, base: 11, closed: false },
  ]);
});

test("a closed segment is replaced by a compressed one with the same frames", async () => {
  const disk = newDisk();
  const { journal } = await openOn(disk, { settings: SMALL });
  for (let index = 0; index < 12; index += 1) await put(journal, "live", `${index} `.repeat(40));
  const before = await texts(journal);
  await journal.upkeepIdle();
  expect(disk.paths().filter((path) => path.endsWith(".zst")).length).toBeGreaterThan(1);
  expect(disk.paths().filter((path) => path.endsWith(".seg"))).toHaveLength(1);
  expect(await texts(journal)).toEqual(before);
  expect(await journal.verify()).toMatchObject({ frames: 12, damaged: [], missing: [] });
});

test("zstd alone turns a compressed segment back into the uncompressed one", async () => {
  const disk = newDisk();
  const { journal } = await openOn(disk, { settings: { ...SMALL, compress: false } });
  for (let index = 0; index < 4; index += 1) await put(journal, "live", `${index} `.repeat(60));
  await journal.rotate("live");
  const [segment] = journal.segments();
  const raw = bytesOf(disk, fileOn(disk, "live-0000000001"));
  await journal.rewrite({ lane: "live", segment: segment?.segment ?? 0 }, () => "keep");
  expect(zstdDecompressSync(bytesOf(disk, fileOn(disk, ".zst"))).equals(raw)).toBe(true);
});

test("a reader in the middle of a compressed segment decompresses from its block on, not from the start", async () => {
  let decompressed = 0;
  const codec = {
    ...syncCodec,
    decompress: (bytes: Buffer, rawBytes: number) => {
      decompressed += 1;
      return syncCodec.decompress(bytes, rawBytes);
    },
  };
  const { journal } = await openOn(newDisk(), { codec, settings: { blockBytes: 300 } });
  for (let index = 0; index < 100; index += 1) await put(journal, "live", "x".repeat(100));
  await journal.rotate("live");
  await journal.rewrite({ lane: "live", segment: 1 }, () => "keep");
  decompressed = 0;
  expect(await readAll(journal, { after: 97 })).toHaveLength(3);
  expect(decompressed).toBeLessThanOrEqual(3);
});

test("segments an earlier run closed are compressed by the next", async () => {
  const disk = newDisk();
  const before = await openOn(disk, { settings: { ...SMALL, compress: false } });
  for (let index = 0; index < 12; index += 1) await put(before.journal, "live", "x".repeat(100));
  await before.journal.close();
  const { journal } = await openOn(disk, { settings: SMALL });
  await journal.upkeepIdle();
  expect(journal.segments().every((segment) => segment.form === "compressed")).toBe(true);
  expect(await readAll(journal)).toHaveLength(12);
});

test("a compressed copy that does not give back its bytes never replaces the original", async () => {
  const disk = newDisk();
  const broken = { ...syncCodec, decompress: async (_: Buffer, rawBytes: number) => Buffer.alloc(rawBytes) };
  const { journal } = await openOn(disk, { codec: broken, settings: SMALL });
  for (let index = 0; index < 6; index += 1) await put(journal, "live", "x".repeat(200));
  await journal.upkeepIdle();
  expect(disk.paths().every((path) => path.endsWith(".seg"))).toBe(true);
  expect(await readAll(journal)).toHaveLength(6);
});

test("retention removes whole segments from the old end and keeps the numbering", async () => {
  const disk = newDisk();
  const { journal } = await openOn(disk, { settings: { segmentBytesMax: 300 } });
  for (let index = 0; index < 10; index += 1) await put(journal, "live", "x".repeat(100));
  expect(await journal.removeBefore({ position: 6 })).toEqual({ segments: 2 });
  expect((await readAll(journal)).map((frame) => frame.position)).toEqual([5, 6, 7, 8, 9, 10]);
  expect(await journal.removeBefore({ position: 1_000 })).toEqual({ segments: 2 });
  await journal.close();
  const again = await openOn(disk);
  expect((await readAll(again.journal)).map((frame) => frame.position)).toEqual([9, 10]);
  expect(again.journal.stats().missing).toEqual([]);
  await put(again.journal, "live", "next");
  expect((await readAll(again.journal)).at(-1)?.position).toBe(11);
});

test("retention by age goes by when a segment was complete", async () => {
  const disk = newDisk();
  let nowMs = 1_000;
  const settings = { segmentBytesMax: 300, compress: true };
  const { journal } = await openOn(disk, { clock: { now: () => nowMs }, settings });
  for (let index = 0; index < 10; index += 1) {
    await put(journal, "live", "x".repeat(100));
    nowMs += 1_000;
  }
  await journal.upkeepIdle();
  // Segments hold two frames each and are complete when the next begins: at 3, 5, 7 and 9 seconds.
  expect(await journal.removeBefore({ position: 100, completeBeforeMs: 5_500 })).toEqual({ segments: 2 });
  expect((await readAll(journal))[0]?.position).toBe(5);
});

test("a snapshot copied while appends go on holds every frame up to its position", async () => {
  const disk = newDisk();
  const { journal } = await openOn(disk, { settings: SMALL });
  for (let index = 0; index < 20; index += 1)
    await put(journal, index % 2 ? "live" : "bulk", `${index} `.repeat(30));
  const copy = newDisk(2);
  const target = copy.startRun().files;
  const position = await journal.withSnapshot(async (snapshot) => {
    for (let index = 0; index < 30; index += 1) await put(journal, "live", "later ".repeat(20));
    for (const { name, bytes } of snapshot.files) {
      const file = await target.create(`/data/journal/${name}`);
      await file.writev([bytesOf(disk, `/data/journal/${name}`).subarray(0, bytes)], 0);
      await file.datasync();
    }
    return snapshot.position;
  });
  expect(position).toBe(20);
  const restored = await openOn(copy);
  expect((await readAll(restored.journal)).map((frame) => frame.position)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  expect(await restored.journal.verify()).toMatchObject({ frames: 20, damaged: [], missing: [] });
});
