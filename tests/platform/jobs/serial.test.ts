import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { bindJob, job } from "../../../src/platform/jobs/index.ts";
import { until, useDatabases } from "./support.ts";

const database = useDatabases();

type Deps = { node: string; book: Book; first?: Promise<void> };

/** Who runs what, over all nodes of a test. */
class Book {
  readonly order: string[] = [];
  readonly nodes = new Set<string>();
  overlaps = 0;
  readonly #running = new Map<string, number>();
  mostAtOnce = 0;

  enter(key: string, n: number, node: string): void {
    const running = (this.#running.get(key) ?? 0) + 1;
    if (running > 1) this.overlaps += 1;
    this.#running.set(key, running);
    this.mostAtOnce = Math.max(
      this.mostAtOnce,
      [...this.#running.values()].reduce((sum, count) => sum + count, 0),
    );
    this.order.push(`${key}${n}`);
    this.nodes.add(node);
  }

  leave(key: string): void {
    this.#running.set(key, (this.#running.get(key) ?? 0) - 1);
  }
}

const sync = job({
  name: "test.sync",
  payload: Type.Object({ key: Type.String(), n: Type.Number() }),
  attemptsMax: 3,
  serialBy: ({ key }) => key,
  async run({ book, node, first }: Deps, { key, n }) {
    book.enter(key, n, node);
    if (n === 0 && key === "a") await first;
    await sleep(5 + Math.random() * 10);
    book.leave(key);
  },
});

const numbered = (key: string, count: number) => Array.from({ length: count }, (_, n) => `${key}${n}`);

test("jobs with one serial key run one after the other, in the order of sending, and none is dropped", async () => {
  const db = await database();
  const book = new Book();
  const jobs = await db.node({}, [bindJob(sync, { book, node: "one" })]);
  for (let n = 0; n < 20; n++) await jobs.send(sync, { key: "a", n });
  await until("all ran", () => book.order.length === 20);
  expect(book.overlaps).toBe(0);
  expect(book.order).toEqual(numbered("a", 20));
});

test("twenty sends in the same moment never run two at once", async () => {
  const db = await database();
  const book = new Book();
  const jobs = await db.node({}, [bindJob(sync, { book, node: "one" })]);
  await Promise.all(Array.from({ length: 20 }, (_, n) => jobs.send(sync, { key: "a", n })));
  await until("all ran", () => book.order.length === 20);
  expect(book.overlaps).toBe(0);
  expect(book.order.toSorted()).toEqual(numbered("a", 20).toSorted());
});

test("jobs sent in one transaction keep their order", async () => {
  const db = await database();
  const book = new Book();
  const jobs = await db.node({}, [bindJob(sync, { book, node: "one" })]);
  const client = await db.pool.connect();
  await client.query("begin");
  for (let n = 0; n < 20; n++) await jobs.send(sync, { key: "a", n }, { transaction: client });
  await client.query("commit");
  client.release();
  await until("all ran", () => book.order.length === 20);
  expect(book.order).toEqual(numbered("a", 20));
});

test("other keys do not wait", async () => {
  const db = await database();
  const book = new Book();
  const gate = Promise.withResolvers<void>();
  const jobs = await db.node({}, [bindJob(sync, { book, node: "one", first: gate.promise })]);
  for (let n = 0; n < 10; n++) await jobs.send(sync, { key: "a", n });
  for (let n = 0; n < 3; n++) await jobs.send(sync, { key: "b", n });
  await until("the others ran", () => book.order.includes("b2"));
  gate.resolve();
  await until("all ran", () => book.order.length === 13);
  expect(book.overlaps).toBe(0);
  expect(book.mostAtOnce).toBeGreaterThan(1);
  expect(book.order.indexOf("b2")).toBeLessThan(book.order.indexOf("a9"));
});

test("three nodes share the work: every job runs once, and one key never on two nodes at once", async () => {
  const db = await database();
  const book = new Book();
  const nodes = await Promise.all(
    ["one", "two", "three"].map((node) => db.node({ nodeId: node }, [bindJob(sync, { book, node })])),
  );
  const sends = nodes.flatMap((jobs, index) =>
    Array.from({ length: 40 }, (_, n) =>
      jobs.send(sync, { key: "abcdefghijkl".charAt(n % 12), n: index * 40 + n }),
    ),
  );
  await Promise.all(sends);
  await until("all ran", () => book.order.length >= 120);
  await sleep(100);
  expect(book.order).toHaveLength(120);
  expect(new Set(book.order).size).toBe(120);
  expect(book.overlaps).toBe(0);
  expect([...book.nodes].toSorted()).toEqual(["one", "three", "two"]);
});
