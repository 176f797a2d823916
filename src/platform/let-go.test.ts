import { expect, test } from "vitest";
import { letGo } from "./let-go.ts";

test("large memory is given back; what lies in Node's pool stays as it is", () => {
  const large = Buffer.alloc(1 << 20, 1);
  letGo(large);
  expect(large.length).toBe(0);
  const pooled = Buffer.from("[]");
  letGo(pooled);
  expect(pooled.toString()).toBe("[]");
  letGo(undefined);
});
