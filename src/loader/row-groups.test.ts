import { expect, test } from "vitest";
import { encodeChange, ROW_GROUP_ROWS } from "../events/index.ts";
import type { Frame } from "../journal/index.ts";
import { rowGroupBytes, wholeRowGroups } from "./row-groups.ts";

function frameOf(rows: string): Frame {
  const { kind, body } = encodeChange({
    kind: "rows",
    receivedMs: 1,
    lineage: { source: "import" },
    rows: Buffer.from(rows),
  });
  return { kind, body: Buffer.concat(body), position: 1, project: 1, lane: "bulk", timeMs: 1 };
}

test("the rows of the last frame tell how many bytes fill a row group", () => {
  expect(rowGroupBytes([frameOf("12345\n"), frameOf("123456789\n".repeat(700))])).toBe(10 * ROW_GROUP_ROWS);
  expect(rowGroupBytes([])).toBeUndefined();
});

test("a batch fills as many row groups as fit, the same number for each of two threads, or one, or none", () => {
  const justUnder = (bytes: number) => bytes * 0.99;
  expect(wholeRowGroups(90, 20)).toBe(justUnder(80));
  expect(wholeRowGroups(79, 20)).toBe(justUnder(40));
  expect(wholeRowGroups(39, 20)).toBe(justUnder(20));
  expect(wholeRowGroups(19, 20)).toBe(19);
});
