import { expect, test } from "vitest";
import { createBatchSize } from "./batch-size.ts";

const settings = { batchBytesMax: 1000, batchBytesMin: 100, batchMsMax: 800 };

test("batches that take too long, or one that failed, make the next one smaller, down to a bound", () => {
  const size = createBatchSize(settings);
  size.took(1000, 900);
  expect(size.bytes()).toBe(1000);
  size.took(1000, 900);
  expect(size.bytes()).toBe(500);
  size.failed();
  expect(size.bytes()).toBe(250);
  for (let turn = 0; turn < 5; turn += 1) size.failed();
  expect(size.bytes()).toBe(100);
});

test("full batches that are quick make it larger again; small ones say nothing", () => {
  const size = createBatchSize(settings);
  for (const ms of [900, 900]) size.took(1000, ms);
  size.took(10, 5);
  expect(size.bytes()).toBe(500);
  size.took(500, 100);
  expect(size.bytes()).toBe(750);
  size.took(750, 100);
  expect(size.bytes()).toBe(1000);
});

test("one that took too long among others is an exception", () => {
  const size = createBatchSize(settings);
  for (const ms of [900, 500, 900, 500]) size.took(1000, ms);
  expect(size.bytes()).toBe(1000);
});
