import { expect, test } from "vitest";
import { cutRows, groupRows, partLong } from "./cut-rows.ts";

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

test("rows are grouped by what they weigh; one that is heavier is alone", () => {
  const rows = ["aa", "bb", "ccccccccc", "d", "e"].map((text) => Buffer.from(text));
  expect(texts(groupRows(rows, 4, 0))).toEqual(["aabb", "ccccccccc", "de"]);
  expect(texts(groupRows(rows, 4, 1))).toEqual(["aa", "bb", "ccccccccc", "de"]);
  expect(texts(groupRows(rows, 100, 0))).toEqual(["aabbcccccccccde"]);
  expect(groupRows([], 5, 0)).toEqual([]);
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
