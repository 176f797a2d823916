import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { compress } from "./compress.ts";
import { streamOn } from "./stream-on.ts";

const calls = () => ({ stop: vi.fn(), closed: vi.fn(), broke: vi.fn() });

test("it gives what was held back, then the rest, and lets go at the end", async () => {
  async function* rest() {
    yield "b";
    yield "c";
  }
  const told = calls();
  const body = streamOn({ first: "a", rest: rest(), stallTimeoutMs: 1000, ...told });
  expect(await text(body)).toBe("abc");
  await expect.poll(() => told.closed.mock.calls.length).toBe(1);
  expect(told.broke).not.toHaveBeenCalled();
});

test("it asks for no more than its reader takes", async () => {
  let made = 0;
  async function* rest() {
    for (; made < 1000; made += 1) yield "x".repeat(65_536);
  }
  const body = streamOn({ first: "a", rest: rest(), stallTimeoutMs: 60_000, ...calls() });
  body.read(1);
  await sleep(50);
  expect(made).toBeLessThan(5);
  body.destroy();
});

test("a failure breaks it off, packed or not", async () => {
  for (const packed of [false, true]) {
    async function* rest(): AsyncGenerator<string> {
      yield "b";
      throw new Error("disk gone");
    }
    const told = calls();
    const body = streamOn({ first: "a", rest: rest(), stallTimeoutMs: 1000, ...told });
    await expect(text(packed ? compress(body) : body)).rejects.toThrow("disk gone");
    expect(told.broke).toHaveBeenCalledOnce();
    await expect.poll(() => told.closed.mock.calls.length).toBe(1);
  }
});

test("a reader who leaves stops the work at once, even between two pieces", async () => {
  for (const packed of [false, true]) {
    const told = calls();
    let give = () => {};
    async function* rest() {
      await new Promise<void>((resolve) => {
        give = resolve;
      });
      yield "never taken";
    }
    const body = streamOn({ first: "a", rest: rest(), stallTimeoutMs: 1000, ...told });
    const read = packed ? compress(body) : body;
    read.on("error", () => {});
    read.resume();
    await sleep(10);
    read.destroy();
    await expect.poll(() => told.stop.mock.calls.length).toBeGreaterThan(0);
    expect(told.closed).not.toHaveBeenCalled();
    give();
    await expect.poll(() => told.closed.mock.calls.length).toBe(1);
    expect(told.broke).not.toHaveBeenCalled();
  }
});

test("a reader who takes nothing for too long is let go", async () => {
  async function* rest() {
    for (;;) yield "x".repeat(65_536);
  }
  const told = calls();
  const body = streamOn({ first: "a", rest: rest(), stallTimeoutMs: 20, ...told });
  body.on("error", () => {});
  body.read(1);
  await expect.poll(() => told.closed.mock.calls.length).toBe(1);
  expect(told.broke).toHaveBeenCalledOnce();
});
