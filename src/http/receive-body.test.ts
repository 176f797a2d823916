import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createBodyBudget } from "./body-budget.ts";
import { type Receiving, receiveBuffer } from "./receive-body.ts";

const receiving = (more: Partial<Receiving> = {}): Receiving => ({
  bytesMax: 1000,
  account: createBodyBudget(10_000).open("192.0.2.1"),
  announcedBytes: undefined,
  ...more,
});

test("a body comes out as it was sent, however small its pieces are", async () => {
  const text = "0123456789".repeat(50);
  for (const announcedBytes of [undefined, text.length]) {
    const body = new PassThrough();
    const received = receiveBuffer(body, receiving({ announcedBytes }));
    for (const letter of text) body.write(letter);
    body.end();
    expect((await received).toString()).toBe(text);
  }
});

test("memory grows with what has arrived, not with what was announced", async () => {
  const body = new PassThrough();
  const received = receiveBuffer(body, receiving({ bytesMax: 2 ** 30, announcedBytes: 2 ** 30 }));
  body.write("a");
  body.write("b");
  body.end("c");
  expect((await received).buffer.byteLength).toBeLessThan(100_000);
});

test.each([
  ["is too large by its header", { announcedBytes: 1001 }, "", 413],
  ["is too large", {}, "x".repeat(1001), 413],
  ["stops arriving", { idleMs: 1 }, "x", 408],
])("a body that %s is refused", async (_what, more, text, status) => {
  const body = new PassThrough();
  body.write(text);
  await expect(receiveBuffer(body, receiving(more))).rejects.toMatchObject({ status });
});

test("a body that breaks off is refused", async () => {
  const body = new PassThrough();
  const received = receiveBuffer(body, receiving());
  body.write("x");
  body.destroy();
  await expect(received).rejects.toMatchObject({ status: 400, type: "body_broken" });
});

test("a body is refused as soon as all bodies together hold too much", async () => {
  const budget = createBodyBudget(100);
  budget.open("192.0.2.2").add(50);
  const body = new PassThrough();
  const received = receiveBuffer(body, receiving({ account: budget.open("192.0.2.1") }));
  body.write("x".repeat(51));
  await expect(received).rejects.toMatchObject({ status: 503, type: "busy" });
});
