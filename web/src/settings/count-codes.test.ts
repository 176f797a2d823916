import { expect, test } from "vitest";
import { countByCode } from "./count-codes.ts";

test("hours of the same reason at the same door are added up", () => {
  const at = (hour: string, code: string, count: number) => ({
    ...{ hour, code, count, endpoint: "/import" },
    kind: "refused" as const,
  });
  expect(countByCode([at("1", "a", 2), at("2", "a", 3), at("2", "b", 1)])).toEqual([
    { code: "a", count: 5, endpoint: "/import", kind: "refused" },
    { code: "b", count: 1, endpoint: "/import", kind: "refused" },
  ]);
});
