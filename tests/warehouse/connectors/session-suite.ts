import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectTo,
  digestsOf,
  readTable,
  type TestWarehouse,
  withSession,
} from "../support/test-warehouse.ts";

/** Steps of the suite that a warehouse cannot take, with the reason. */
export type Exceptions = Partial<
  Record<"json" | "nested_json" | "vanishing" | "empty_text" | "date_9999", string>
>;

/** A step that cannot apply is not taken at all: nothing waits for it to be mended one day. */
const testUnless =
  (reason: string | undefined) =>
  (name: string, body: () => Promise<void>): void => {
    if (reason === undefined) test(name, body);
  };

/** What every connector has to keep to, whatever warehouse it speaks to: the same script for all. */
export function describeSession(
  name: string,
  start: () => Promise<TestWarehouse>,
  exceptions: Exceptions = {},
): void {
  describe(`${name}: a session`, () => {
    let warehouse: TestWarehouse;
    beforeAll(async () => {
      warehouse = await start();
    });
    afterAll(async () => {
      await warehouse?.close();
    });

    const make = async (
      table: string,
      columns: { [name: string]: string },
      ...rows: string[]
    ): Promise<void> => {
      const list = Object.entries(columns).map(([column, type]) => `${warehouse.name(column)} ${type}`);
      await warehouse.run(`create table ${warehouse.name(table)} (${list.join(", ")})`);
      for (const row of rows) await warehouse.run(`insert into ${warehouse.name(table)} values (${row})`);
    };
    const digests = (table: string) =>
      withSession(warehouse, (session) => digestsOf(session, warehouse.ref(table)));

    test("gives rows as cells of their families, and NULL as null", async () => {
      const { int, bigint, text, decimal2, float, date, timestamp } = warehouse.types;
      const last = exceptions.date_9999 === undefined ? "9999-12-31" : "2299-12-31";
      await make(
        "cells",
        { id: int, big: bigint, words: text, price: decimal2, ratio: float, day: date, at: timestamp },
        "1, 9223372036854775807, 'it''s \u{1F600} \\ 5%', 12.50, 0.25, '1969-07-20', '2026-01-31 12:00:00.123456'",
        `2, 9007199254740991, '', 0.00, -1e300, '${last}', '1969-07-20 20:17:40'`,
        "3, null, null, null, null, null, null",
      );
      const rows = await withSession(warehouse, (session) =>
        readTable(session, warehouse.ref("cells"), "order by 1"),
      );
      expect(rows[0]).toMatchObject({
        id: 1,
        big: "9223372036854775807",
        words: "it's \u{1F600} \\ 5%",
        ratio: 0.25,
        day: "1969-07-20",
      });
      expect(rows[0]?.at).toMatch(/^2026-01-31T12:00:00\.123456/);
      expect(Number(rows[0]?.price)).toBe(12.5);
      expect(rows[1]).toMatchObject({ id: 2, big: 9007199254740991, ratio: -1e300, day: last });
      expect(rows[1]?.at).toMatch(/^1969-07-20T20:17:40/);
      expect(rows[2]).toMatchObject({
        id: 3,
        big: null,
        words: null,
        price: null,
        ratio: null,
        day: null,
        at: null,
      });
      expect(rows).toHaveLength(3);
    });

    test("that was stopped while nothing was asked of it says so to whoever asks next", async () => {
      await make("stopped", { id: warehouse.types.int }, "1");
      const stop = new AbortController();
      const session = await connectTo(warehouse, {}, stop.signal);
      const ref = warehouse.ref("stopped");
      const { columns } = await session.describe(ref);
      stop.abort();
      const read = async () => {
        const rows = session.stream(`select * from ${session.dialect.table(ref)}`, columns);
        for await (const _page of rows);
      };
      await expect(read()).rejects.toThrow();
      await expect(session.ask("select 1")).rejects.toThrow();
      await session.close();
    });

    test("makes one digest for equal rows, another for any change, and none of it depends on the order of columns", async () => {
      const { int, text } = warehouse.types;
      await make(
        "left_side",
        { id: int, a: text, b: text },
        "1, 'ab', 'c'",
        "2, 'a', 'bc'",
        "3, null, 'x'",
        "4, 'x', null",
      );
      await make(
        "right_side",
        { id: int, b: text, a: text },
        "1, 'c', 'ab'",
        "2, 'bc', 'a'",
        "3, 'x', null",
        "4, null, 'x'",
      );
      const left = await digests("left_side");
      expect(await digests("right_side")).toEqual(left);
      expect(new Set(left.values()).size).toBe(4);
      await make("other", { id: int, a: text, b: text }, "1, 'ab', 'C'");
      expect((await digests("other")).get("1")).not.toBe(left.get("1"));
    });

    testUnless(exceptions.empty_text)("tells an empty text from none", async () => {
      const { int, text } = warehouse.types;
      await make("without", { id: int, a: text, b: text }, "1, null, 'x'");
      await make("emptied", { id: int, a: text, b: text }, "1, '', 'x'");
      expect(await digests("emptied")).not.toEqual(await digests("without"));
      const [row] = await withSession(warehouse, (session) => readTable(session, warehouse.ref("emptied")));
      expect(row).toEqual({ id: 1, a: "", b: "x" });
    });

    test("makes the same digest when an empty column comes, or a type grows wider", async () => {
      const { int, bigint, text, decimal2, decimal4, timestamp } = warehouse.types;
      await make(
        "narrow",
        { id: int, n: int, price: decimal2, at: timestamp },
        "1, 100, 1.50, '2026-01-31 12:00:00'",
        "2, -7, 100.00, null",
      );
      await make(
        "wide",
        { id: int, n: bigint, price: decimal4, at: timestamp, more: text },
        "1, 100, 1.5000, '2026-01-31 12:00:00', null",
        "2, -7, 100.0000, null, null",
      );
      expect(await digests("wide")).toEqual(await digests("narrow"));
    });

    testUnless(exceptions.json)("makes the same digest of JSON whose keys are in another order", async () => {
      const { int, json } = warehouse.types;
      await make(
        "json_left",
        { id: int, data: json ?? "" },
        `1, '{"a": 1, "b": {"x": [1, 2], "y": "z"}}'`,
        `2, '{"a": [1, 2]}'`,
      );
      await make(
        "json_right",
        { id: int, data: json ?? "" },
        exceptions.nested_json === undefined
          ? `1, '{"b": {"y": "z", "x": [1, 2]}, "a": 1}'`
          : `1, '{"b": {"x": [1, 2], "y": "z"}, "a": 1}'`,
        `2, '{"a": [2, 1]}'`,
      );
      const [left, right] = [await digests("json_left"), await digests("json_right")];
      expect(right.get("1")).toBe(left.get("1"));
      expect(right.get("2")).not.toBe(left.get("2"));
    });

    test("sums buckets as their rows say", async () => {
      const { int, text } = warehouse.types;
      await make(
        "summed",
        { id: int, a: text },
        ...Array.from({ length: 20 }, (_, at) => `${at}, 'row ${at}'`),
        "3, 'row 3'",
      );
      await withSession(warehouse, async (session) => {
        const { dialect } = session;
        const ref = warehouse.ref("summed");
        const { columns } = await session.describe(ref);
        const relation = dialect.digested({ table: dialect.table(ref), columns, keep: [], where: null });
        const rows = await session.ask(
          `select ${dialect.bucket("_wh_l0", 4)} as b, count(*), sum(_wh_l1) from ${relation} d group by 1`,
        );
        const expected = new Map<number, { count: number; sum: bigint }>();
        const lanes = [...(await digestsOf(session, ref))].flatMap(([key, digest]) =>
          key === "3" ? [digest, digest] : [digest],
        );
        for (const digest of lanes) {
          const [l0 = "", l1 = ""] = digest.split("-");
          const bucket = Math.floor(Number(l0) / 2 ** 28);
          const { count, sum } = expected.get(bucket) ?? { count: 0, sum: 0n };
          expected.set(bucket, { count: count + 1, sum: sum + BigInt(l1) });
        }
        const found = new Map(
          rows.map(([bucket, count, sum]) => [
            Number(bucket),
            { count: Number(count), sum: BigInt(Math.round(Number(sum))) },
          ]),
        );
        expect(found).toEqual(expected);
        for (const digest of lanes)
          for (const lane of digest.split("-")) expect(Number(lane)).toBeLessThan(2 ** 32);
      });
    });

    test("compares a cursor with what a stream gave, to the last digit", async () => {
      const { int, timestamp } = warehouse.types;
      await make(
        "timed",
        { id: int, at: timestamp },
        "1, '2026-01-31 12:00:00.000001'",
        "2, '2026-01-31 12:00:00.000002'",
        "3, '2026-01-31 12:00:10'",
        "4, null",
      );
      await withSession(warehouse, async (session) => {
        const ref = warehouse.ref("timed");
        const { columns } = await session.describe(ref);
        const at = columns.find(({ name }) => name === "at");
        if (at === undefined) throw new Error("no column");
        const { dialect } = session;
        let largest: string | null = null;
        for await (const [row] of session.stream(
          `select max(${dialect.quote("at")}) from ${dialect.table(ref)} where ${dialect.quote("id")} < 3`,
          [at],
        )) {
          largest = String(row?.[0]);
        }
        expect(largest).toMatch(/^2026-01-31T12:00:00\.000002/);
        const cursor = dialect.literal(at, largest ?? "");
        const ids = async (where: string) =>
          (await readTable(session, ref, `where ${where} order by 1`)).map(({ id }) => id);
        expect(await ids(`${dialect.quote("at")} >= ${cursor}`)).toEqual([2, 3]);
        expect(await ids(`${dialect.quote("at")} >= ${dialect.earlier(cursor, 600)}`)).toEqual([1, 2, 3]);
        expect(await ids(`${dialect.quote("at")} <= ${cursor}`)).toEqual([1, 2]);
      });
    });

    test("takes names for names, whatever they hold", async () => {
      const { int, text } = warehouse.types;
      const column = `we"ird \`co'l; drop table x --`;
      const table = "odd; drop table x -- 'name'";
      await make(table, { id: int, [column]: text }, "1, 'kept'");
      await withSession(warehouse, async (session) => {
        expect(await readTable(session, warehouse.ref(table))).toEqual([{ id: 1, [column]: "kept" }]);
        expect((await digestsOf(session, warehouse.ref(table))).size).toBe(1);
        const listed = await session.catalog({ search: "x -- 'name'", limit: 10 });
        expect(listed.map(({ table: ref }) => ref)).toContainEqual(
          expect.objectContaining(warehouse.ref(table)),
        );
        expect(await session.catalog({ search: "' or 1 = 1 --", limit: 10 })).toEqual([]);
      });
    });

    test("says that a table is missing", async () => {
      await withSession(warehouse, async (session) => {
        await expect(session.describe(warehouse.ref("nowhere"))).rejects.toMatchObject({
          name: "ConnectorError",
          code: "table_missing",
        });
      });
    });

    testUnless(exceptions.vanishing)("says so when the table goes away between two questions", async () => {
      await make("fleeting", { id: warehouse.types.int }, "1");
      await withSession(warehouse, async (session) => {
        const ref = warehouse.ref("fleeting");
        await session.describe(ref);
        await warehouse.run(`drop table ${warehouse.name("fleeting")}`);
        await expect(session.ask(`select count(*) from ${session.dialect.table(ref)}`)).rejects.toMatchObject(
          { code: "table_missing" },
        );
      });
    });

    test("refuses a statement that it does not understand, in the warehouse's words", async () => {
      await withSession(warehouse, async (session) => {
        const refused = expect.objectContaining({ name: "ConnectorError", code: "query_refused" });
        await expect(session.ask("select from where")).rejects.toEqual(refused);
        expect(await session.ask("select 1")).toEqual([["1"]]);
      });
    });

    test("reads a large table in pages, and can be left in the middle", async () => {
      const { int, text } = warehouse.types;
      await make("large", { id: int, a: text });
      for (let at = 0; at < 20; at += 1) {
        const rows = Array.from(
          { length: 1000 },
          (_, row) => `(${at * 1000 + row}, 'some words to read ${row}')`,
        );
        await warehouse.run(`insert into ${warehouse.name("large")} values ${rows.join(", ")}`);
      }
      const ref = warehouse.ref("large");
      const session = await connectTo(warehouse);
      const { columns } = await session.describe(ref);
      const sql = `select ${columns.map((column) => session.dialect.select(column)).join()} from ${session.dialect.table(ref)}`;
      const seen = new Set<unknown>();
      let pages = 0;
      for await (const page of session.stream(sql, columns)) {
        pages += 1;
        for (const [id] of page) seen.add(id);
      }
      expect([seen.size, pages > 1]).toEqual([20_000, true]);
      for await (const page of session.stream(sql, columns)) {
        expect(page.length).toBeGreaterThan(0);
        break;
      }
      await session.close();
    });

    test("knows the time", async () => {
      const now = await withSession(warehouse, (session) => session.now());
      expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
    });
  });
}
