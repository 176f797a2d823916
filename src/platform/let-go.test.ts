import { expect, test } from "vitest";
import { letGo } from "./let-go.ts";

test("a large buffer is empty afterwards, and asked a second time nothing happens", () => {
  const bytes = Buffer.allocUnsafeSlow(1024 * 1024);
  const part = bytes.subarray(10, 20);
  letGo(part);
  letGo(bytes);
  expect([bytes.length, part.length, bytes.buffer.byteLength]).toEqual([0, 0, 0]);
});

test("what Node has cut from its own is left alone", () => {
  const neighbour = Buffer.from("a neighbour");
  for (const bytes of [Buffer.from("small"), Buffer.allocUnsafe(30_000), Buffer.concat([Buffer.alloc(4000)])])
    letGo(bytes);
  letGo(undefined);
  expect(String(neighbour)).toBe("a neighbour");
});
