import { expect, test } from "vitest";
import {
  encodeFrame,
  FLAG_LAST_OF_APPEND,
  FRAME_HEADER_BYTES,
  FRAME_MAGIC,
  isBodySound,
  readFrameHeader,
} from "./frame.ts";

const header = {
  kind: 9,
  flags: FLAG_LAST_OF_APPEND,
  project: 4_000_000_000,
  position: 2 ** 53 - 1,
  timeMs: 1_790_000_000_123,
  ordinal: 12,
  synced: 3_000_000_000,
};

test("a frame comes back with every field", () => {
  const bytes = encodeFrame(header, Buffer.from("body"));
  expect(readFrameHeader(bytes, 0)).toMatchObject({ ...header, bodyBytes: 4 });
});

test("a frame is found at any offset", () => {
  const bytes = Buffer.concat([Buffer.alloc(13), encodeFrame(header, Buffer.alloc(0))]);
  expect(readFrameHeader(bytes, 13)).toMatchObject(header);
});

test("any flipped bit of a header is noticed", () => {
  const bytes = encodeFrame(header, Buffer.from("body"));
  for (let bit = 0; bit < FRAME_HEADER_BYTES * 8; bit += 1) {
    const damaged = Buffer.from(bytes);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(readFrameHeader(damaged, 0), `bit ${bit}`).toBeNull();
  }
});

test("any flipped bit of a body is noticed", () => {
  const bytes = encodeFrame(header, Buffer.from("some body"));
  const sound = readFrameHeader(bytes, 0);
  for (let bit = 0; bit < 9 * 8; bit += 1) {
    const body = Buffer.from("some body");
    body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(sound && isBodySound(sound, body), `bit ${bit}`).toBe(false);
  }
});

test("no UTF-8 text contains the bytes a frame begins with", () => {
  expect(Buffer.from(FRAME_MAGIC.toString("utf8")).equals(FRAME_MAGIC)).toBe(false);
});
