import { expect, test } from "vitest";
import { BytePieces } from "./byte-pieces.ts";

test("pieces of any length are joined in order, and nothing is left afterwards", () => {
  for (const [size, count] of [
    [1, 5_000],
    [70_000, 3],
    [3, 1],
    [1, 0],
  ] as const) {
    const pieces = new BytePieces();
    const all = Array.from({ length: count }, (_, at) => Buffer.alloc(size, at % 251));
    for (const piece of all) pieces.push(piece);
    expect(pieces.length).toBe(size * count);
    expect(pieces.take().equals(Buffer.concat(all))).toBe(true);
    expect(pieces.length).toBe(0);
    expect(pieces.take()).toHaveLength(0);
  }
});
