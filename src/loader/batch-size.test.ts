import { expect, test } from "vitest";
import { createBatchSize } from "./batch-size.ts";

const settings = { batchBytesMax: 1000, batchBytesMin: 100, batchMsMax: 800 };

test("batches that take too long, or one that failed, make the next one smaller, down to a bound", () => {
  const size = createBatchSize(settings);
  size.took({ bytes: 1000, asked: size.bytes(), ms: 900 });
  expect(size.bytes()).toBe(1000);
  size.took({ bytes: 1000, asked: size.bytes(), ms: 900 });
  expect(size.bytes()).toBe(500);
  size.failed();
  expect(size.bytes()).toBe(250);
  for (let turn = 0; turn < 5; turn += 1) size.failed();
  expect(size.bytes()).toBe(100);
});

test("full batches that are quick make it larger again; small ones say nothing", () => {
  const size = createBatchSize(settings);
  for (const ms of [900, 900]) size.took({ bytes: 1000, asked: size.bytes(), ms });
  size.took({ bytes: 10, asked: size.bytes(), ms: 5 });
  expect(size.bytes()).toBe(500);
  size.took({ bytes: 500, asked: size.bytes(), ms: 100 });
  expect(size.bytes()).toBe(750);
  size.took({ bytes: 750, asked: size.bytes(), ms: 100 });
  expect(size.bytes()).toBe(1000);
});

test("one that took too long among others is an exception", () => {
  const size = createBatchSize(settings);
  for (const ms of [900, 500, 900, 500]) size.took({ bytes: 1000, asked: size.bytes(), ms });
  expect(size.bytes()).toBe(1000);
});

test("a batch that was asked to be smaller than its size is full all the same", () => {
  const size = createBatchSize(settings);
  for (const ms of [900, 900]) size.took({ bytes: 1000, asked: 1000, ms });
  size.took({ bytes: 300, asked: 300, ms: 100 });
  expect(size.bytes()).toBe(750);
});
