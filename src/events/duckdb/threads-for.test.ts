import { expect, test } from "vitest";
import type { Change } from "../change.ts";
import { ROW_GROUP_ROWS } from "./engine.ts";
import { threadsFor } from "./threads-for.ts";

const ROW = '{"o":         0,"e":"x","t":1}\n';
const rowsOf = (count: number): Change[] => [
  { kind: "rows", position: 1, rows: Buffer.from(ROW.repeat(count)) } as unknown as Change,
];
const machine = (cores: number) => ({ threads: 2, cores, wideColumns: 48 });
const beside = { sharesCores: true } as const;

test("alone, all threads load", () => {
  expect(threadsFor(machine(2), 10, rowsOf(100))).toEqual({ count: 2, restMs: 0 });
});

test("beside other work one core stays with it, however much there is to load", () => {
  const { count, restMs } = threadsFor(machine(2), 10, rowsOf(2 * ROW_GROUP_ROWS), beside);
  expect(count).toBe(1);
  expect(restMs).toBeGreaterThan(0);
  expect(threadsFor(machine(1), 10, rowsOf(2 * ROW_GROUP_ROWS), beside).count).toBe(1);
  expect(threadsFor(machine(4), 10, rowsOf(2 * ROW_GROUP_ROWS), beside).count).toBe(2);
  expect(threadsFor(machine(4), 10, rowsOf(ROW_GROUP_ROWS), beside).count).toBe(1);
});

test("behind a small batch questions have all threads again at once", () => {
  expect(threadsFor(machine(2), 10, rowsOf(100), beside)).toEqual({ count: 1, restMs: 0 });
  expect(threadsFor(machine(2), 10, [], beside)).toEqual({ count: 1, restMs: 0 });
});

test("many columns are loaded on one thread", () => {
  expect(threadsFor(machine(8), 49, rowsOf(100))).toEqual({ count: 1, restMs: 0 });
});
