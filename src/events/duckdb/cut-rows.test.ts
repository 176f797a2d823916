import { expect, test } from "vitest";
import { cutBytes, cutRows, partLong } from "./cut-rows.ts";

const frame = (text: string, count = text.split("\n").length - 1) => ({ rows: Buffer.from(text), count });
const texts = (pieces: Buffer[][]) => pieces.map((parts) => Buffer.concat(parts).toString());

test("frames are cut where a piece is full, and go on in the next", () => {
  const frames = [frame("a\nb\nc\n"), frame("d\n"), frame("e\nf\ng\nh\ni\n")];
  expect(texts(cutRows(frames, 2))).toEqual(["a\nb\n", "c\nd\n", "e\nf\n", "g\nh\n", "i\n"]);
  expect(texts(cutRows(frames, 4))).toEqual(["a\nb\nc\nd\n", "e\nf\ng\nh\n", "i\n"]);
  expect(texts(cutRows(frames, 9))).toEqual(["a\nb\nc\nd\ne\nf\ng\nh\ni\n"]);
});

test("places of erased rows are counted and have no text; no piece is empty", () => {
  expect(texts(cutRows([frame("a\nb\n", 5), frame("c\n")], 3))).toEqual(["a\nb\n", "c\n"]);
  expect(cutRows([frame("", 4)], 2)).toEqual([]);
});

test("a piece is cut at the end of the last row that fits; a row that is longer is alone", () => {
  const parts = ["aa\nbb\n", "ccccccccc\nd\n", "e\nff\n"].map((text) => Buffer.from(text));
  expect(texts(cutBytes(parts, 6))).toEqual(["aa\nbb\n", "ccccccccc\n", "d\ne\n", "ff\n"]);
  expect(texts(cutBytes(parts, 7))).toEqual(["aa\nbb\n", "ccccccccc\n", "d\ne\nff\n"]);
  expect(texts(cutBytes(parts, 5))).toEqual(["aa\n", "bb\n", "ccccccccc\n", "d\ne\n", "ff\n"]);
  expect(texts(cutBytes(parts, 100))).toEqual([parts.join("")]);
  expect(cutBytes([], 5)).toEqual([]);
});

test("long rows are told from the others", () => {
  const part = (text: string) => {
    const { short, long } = partLong(Buffer.from(text), 3);
    return [short.map(({ rows, count }) => [rows.toString(), count]), long.map(String)];
  };
  expect(part("a\nbb\nccc\nd\neeee\nffff\ng\n")).toEqual([
    [
      ["a\nbb\n", 2],
      ["d\n", 1],
      ["g\n", 1],
    ],
    ["ccc\n", "eeee\n", "ffff\n"],
  ]);
  expect(part("aaaa\n")).toEqual([[], ["aaaa\n"]]);
  expect(part("")).toEqual([[], []]);
});
