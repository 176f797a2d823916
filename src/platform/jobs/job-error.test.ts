import { expect, test } from "vitest";
import { toJobError } from "./job-error.ts";

test("an error keeps its message, stack and causes, within bounds", () => {
  const error = toJobError(new Error("a".repeat(3000), { cause: new TypeError("deep") }));
  expect(error.message).toHaveLength(2000);
  expect(error.stack?.length).toBeLessThanOrEqual(8000);
  expect(error.stack).toContain("caused by: TypeError: deep");
});

test("whatever was thrown can be stored", () => {
  expect(toJobError("text")).toEqual({ message: "text", stack: null });
  expect(toJobError(undefined)).toEqual({ message: "undefined", stack: null });
  expect(toJobError("zero \0 and half a pair \ud83d").message).toBe("zero  and half a pair \ufffd");
  expect(toJobError(new RangeError()).message).toBe("RangeError");
});
