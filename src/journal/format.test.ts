import { expect, test } from "vitest";
import {
  decodeBlockHeader,
  decodeIndex,
  decodeIndexTrailer,
  encodeBlockHeader,
  encodeIndex,
  INDEX_TRAILER_BYTES,
} from "./compressed-format.ts";
import { encodeFrame, FLAG_LAST_OF_APPEND } from "./frame.ts";
import { layOutGroup } from "./lay-out-group.ts";
import { toQueuedFrame } from "./queued-frame.ts";
import { addMark, findMark, type Mark } from "./segment.ts";
import { decodeSegmentHeader, encodeSegmentHeader, NewerFormat } from "./segment-header.ts";
import { parseSegmentFile, segmentFile } from "./segment-name.ts";

test("a segment's name says lane, number, first position and form", () => {
  const name = { lane: "bulk", number: 12, base: 345, form: "compressed" } as const;
  expect(segmentFile(name)).toBe("bulk-0000000012-0000000000000345.seg.zst");
  expect(parseSegmentFile(segmentFile(name))).toEqual(name);
});

test("other names are not segments", () => {
  for (const file of ["live-1-2.seg", "other-0000000012-0000000000000345.seg", "notes.txt", ""]) {
    expect(parseSegmentFile(file), file).toBeNull();
  }
  expect(
    parseSegmentFile(`${segmentFile({ lane: "live", number: 1, base: 1, form: "raw" })}.tmp`),
  ).toBeNull();
});

test("names sort in the order of their numbers", () => {
  const names = [1, 2, 10, 99_999].map((number) =>
    segmentFile({ lane: "live", number, base: number, form: "raw" }),
  );
  expect([...names].sort()).toEqual(names);
});

test("a segment header comes back, and a damaged one does not", () => {
  const header = { lane: "bulk", number: 3, base: 2 ** 40, createdMs: 1_790_000_000_000 } as const;
  const bytes = encodeSegmentHeader(header);
  expect(decodeSegmentHeader(bytes)).toEqual(header);
  bytes[20] = 9;
  expect(decodeSegmentHeader(bytes)).toBeNull();
});

test("a header of a newer format is refused, not taken for damage", async () => {
  const { crc32 } = await import("node:zlib");
  const bytes = encodeSegmentHeader({ lane: "live", number: 1, base: 1, createdMs: 0 });
  bytes[8] = 2;
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 32)), 32);
  expect(() => decodeSegmentHeader(bytes)).toThrow(NewerFormat);
});

const block = {
  compressedBytes: 10,
  rawBytes: 99,
  rawOffset: 7,
  first: 2 ** 35,
  last: 2 ** 36,
  frames: 3,
  crc: 5,
};

test("a block description comes back, and a damaged one does not", () => {
  const bytes = encodeBlockHeader(block);
  expect(decodeBlockHeader(bytes, 0, 77)).toEqual({ ...block, offset: 77 });
  bytes[30] = 1;
  expect(decodeBlockHeader(bytes, 0, 77)).toBeNull();
});

test("an index lists its blocks, and a damaged one lists none", () => {
  const blocks = [
    { ...block, offset: 0 },
    { ...block, offset: 66 },
  ];
  const bytes = encodeIndex(blocks);
  expect(decodeIndexTrailer(bytes.subarray(-INDEX_TRAILER_BYTES))).toBe(2);
  expect(decodeIndex(bytes)).toEqual(blocks);
  bytes[9] = 1;
  expect(decodeIndex(bytes)).toBeNull();
});

test("a group is laid out as its frames one after the other, small and large, whole and in parts", () => {
  const large = Buffer.alloc(40_000, "l");
  const inputs = [
    [
      { kind: 1, project: 1, body: Buffer.from("a") },
      { kind: 2, project: 1, body: large },
    ],
    [{ kind: 3, project: 2, body: [Buffer.from("b"), Buffer.from("c")] }],
    [
      { kind: 3, project: 2, body: [large, Buffer.from("d")] },
      { kind: 4, project: 0, body: Buffer.alloc(0) },
    ],
  ];
  let position = 10;
  const group = inputs.map((append) => ({
    bytes: 0,
    frames: append.map((input) => toQueuedFrame(input, position++, 5)),
  }));
  const laidOut = layOutGroup(group, { offset: 100, ordinal: 4, synced: 90 });
  const bodies = [
    Buffer.from("a"),
    large,
    Buffer.from("bc"),
    Buffer.concat([large, Buffer.from("d")]),
    Buffer.alloc(0),
  ];
  const expected = bodies.map((body, index) => {
    const flags = [1, 2, 4].includes(index) ? FLAG_LAST_OF_APPEND : 0;
    const kind = [1, 2, 3, 3, 4][index] ?? 0;
    const project = [1, 1, 2, 2, 0][index] ?? 0;
    return encodeFrame(
      { kind, flags, project, position: 10 + index, timeMs: 5, ordinal: 4 + index, synced: 90 },
      body,
    );
  });
  expect(Buffer.concat(laidOut.parts).equals(Buffer.concat(expected))).toBe(true);
  expect(laidOut.bytes).toBe(Buffer.concat(expected).length);
  expect(laidOut.starts[1]).toEqual({ position: 11, offset: 100 + (expected[0]?.length ?? 0) });
});

test("a mark is found at or before a position", () => {
  const marks: Mark[] = [];
  for (let position = 1; position <= 100; position += 1)
    addMark(marks, { position, offset: position * 30_000 });
  expect(marks.length).toBeLessThan(40);
  expect(findMark(marks, 0)).toBeUndefined();
  expect(findMark(marks, 1)).toEqual({ position: 1, offset: 30_000 });
  expect(findMark(marks, 1_000)).toEqual(marks.at(-1));
  const found = findMark(marks, 50);
  expect(found?.position).toBeLessThanOrEqual(50);
  expect(found?.position).toBeGreaterThan(46);
});
