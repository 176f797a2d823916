import { expect, test } from "vitest";
import { encodeFrame, encodeSeal, FLAG_LAST_OF_APPEND } from "./frame.ts";
import { createScanner, type Gap } from "./scan.ts";

const frame = (position: number, body: string, ordinal = position - 1): Buffer =>
  encodeFrame(
    { kind: 1, flags: FLAG_LAST_OF_APPEND, project: 1, position, timeMs: 0, ordinal, synced: 0 },
    Buffer.from(body),
  );

/** Scans bytes through windows of a size, as a file is read. */
function scanIn(bytes: Buffer, windowBytes: number) {
  const scanner = createScanner({ checkBody: () => true, firstOrdinal: 0 });
  const positions: number[] = [];
  const gaps: Gap[] = [];
  let offset = 0;
  let wanted = windowBytes;
  for (;;) {
    const window = bytes.subarray(offset, offset + Math.max(wanted, windowBytes));
    const isEnd = offset + window.length >= bytes.length;
    const scan = scanner.scan(window, offset, isEnd);
    positions.push(...scan.frames.map(({ header }) => header.position));
    gaps.push(...scan.gaps);
    if (isEnd) return { positions, gaps, sealed: scanner.isSealed() };
    offset += scan.consumed;
    wanted = scan.needed;
  }
}

const damage = (bytes: Buffer, at: number): Buffer => {
  const damaged = Buffer.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ 4;
  return damaged;
};

const three = [frame(1, "one"), frame(2, "two".repeat(50)), frame(3, "three")];

test("windows of any size find the same frames", () => {
  for (let windowBytes = 48; windowBytes < 300; windowBytes += 7) {
    expect(scanIn(Buffer.concat(three), windowBytes)).toMatchObject({ positions: [1, 2, 3], gaps: [] });
  }
});

test("a bad body is named with its position and the frames around it", () => {
  const [one = frame(1, "")] = three;
  const bytes = damage(Buffer.concat(three), one.length + 60);
  for (const windowBytes of [48, 64, 1_000]) {
    const { positions, gaps } = scanIn(bytes, windowBytes);
    expect(positions).toEqual([1, 3]);
    expect(gaps).toEqual([{ offset: one.length, bytes: 198, position: 2, after: 1, before: 3, frames: 1 }]);
  }
});

test("a bad header is named by the frames around it", () => {
  const [one = frame(1, "")] = three;
  const { positions, gaps } = scanIn(damage(Buffer.concat(three), one.length + 13), 80);
  expect(positions).toEqual([1, 3]);
  expect(gaps).toEqual([{ offset: one.length, bytes: 198, position: null, after: 1, before: 3, frames: 1 }]);
});

test("bytes at the end that are no frame are a gap with nothing behind it", () => {
  const { positions, gaps } = scanIn(Buffer.concat([...three, Buffer.from("torn")]), 100);
  expect(positions).toEqual([1, 2, 3]);
  expect(gaps).toMatchObject([{ bytes: 4, after: 3, before: null, frames: null }]);
});

test("a frame that begins and does not end is a gap", () => {
  const whole = Buffer.concat(three);
  const { positions, gaps } = scanIn(whole.subarray(0, whole.length - 1), 100);
  expect(positions).toEqual([1, 2]);
  expect(gaps).toMatchObject([{ position: 3, before: null }]);
});

test("a frame missing between sound ones is a gap without bytes", () => {
  const { gaps } = scanIn(Buffer.concat([frame(1, "a"), frame(5, "b", 3)]), 100);
  expect(gaps).toMatchObject([{ bytes: 0, after: 1, before: 5, frames: 2 }]);
});

test("an older frame inside a damaged body is not taken for the next one", () => {
  const fake = frame(1, "fake", 0).toString("latin1");
  const bytes = Buffer.concat([frame(1, "a"), frame(2, ""), frame(3, "c")]);
  const outer = encodeFrame(
    { kind: 1, flags: 1, project: 1, position: 2, timeMs: 0, ordinal: 1, synced: 0 },
    Buffer.from(`xx${fake}`, "latin1"),
  );
  const withFake = Buffer.concat([frame(1, "a"), damage(outer, 49), frame(3, "c")]);
  expect(scanIn(bytes, 100).positions).toEqual([1, 2, 3]);
  expect(scanIn(withFake, 100).positions).toEqual([1, 3]);
});

test("nothing behind a seal is read", () => {
  const seal = encodeSeal({ position: 1, frames: 1, synced: 0, timeMs: 0 });
  expect(scanIn(Buffer.concat([frame(1, "a"), seal, frame(2, "b")]), 500)).toEqual({
    positions: [1, 1],
    gaps: [],
    sealed: true,
  });
});

test("a seal tells that frames before it are gone", () => {
  const seal = encodeSeal({ position: 3, frames: 3, synced: 0, timeMs: 0 });
  expect(scanIn(Buffer.concat([frame(1, "a"), seal]), 500).gaps).toMatchObject([{ frames: 2, before: null }]);
});
