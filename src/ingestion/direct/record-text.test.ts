import { expect, test } from "vitest";
import { Catalog } from "../../events/index.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { RecordText } from "./record-text.ts";
import { RecordScanner } from "./scan-record.ts";

const NOW = 1_760_000_000_000;
const catalog = new Catalog([
  { number: 1, name: "plan", type: "varchar" },
  { number: 2, name: "tags", type: "json" },
]);
const scanner = new RecordScanner(catalog, DEFAULT_LIMITS);
const PLAIN = { time: NOW - 1000, distinct_id: "ana", plan: "pro" };

function read(text: string | Buffer): { token: string | undefined; isRead: boolean } {
  const record = RecordText.of(Buffer.from(text));
  return { token: record?.token, isRead: record?.isReadBy(scanner, NOW) ?? false };
}
const written = (properties: object, more: object = {}) =>
  JSON.stringify({ event: "Open", properties, ...more });

test("a plain record is read where it stands, with its own token", () => {
  expect(read(written({ ...PLAIN, token: "t1" }))).toEqual({ token: "t1", isRead: true });
  expect(read(`${written({ token: "t1", ...PLAIN })} \r\n`)).toEqual({ token: "t1", isRead: true });
  const spread = JSON.stringify({ properties: { ...PLAIN, token: "t1" }, event: "Open" }, null, 2);
  expect(read(spread)).toEqual({ token: "t1", isRead: true });
});

test("a token that is not the record's own is never taken for it", () => {
  for (const text of [
    written({ ...PLAIN, tags: { token: "t2" }, token: "t1" }),
    written({ ...PLAIN, tags: [{ token: "t2" }], token: "t1" }),
    written(PLAIN, { token: "t2" }),
    `{"event":"Open","properties":{"token":"t2","time":${NOW - 1},"distinct_id":"a","token":"t1"}}`,
    `{"event":"Open","properties":{"to\\u006ben":"t1","time":${NOW - 1},"distinct_id":"a","plan":"token"}}`,
    `{"event":"Open","properties":{"token":"t1"}},{"token":"t2"}`,
  ])
    expect(read(text).isRead, text).toBe(false);
  expect(read(written({ ...PLAIN, plan: '"token":"t2"', token: "t1" })).token).toBe("t1");
});

test("what is not one whole plain object is left to the parser", () => {
  const good = written({ ...PLAIN, token: "t1" });
  for (const text of [
    `[${good}]`,
    `${good}\n${good}`,
    `${good}x`,
    good.slice(0, -1),
    written({ ...PLAIN, token: 1 }),
    written({ ...PLAIN, token: "t1", unknown: 1 }),
    written(PLAIN),
    "",
    Buffer.concat([Buffer.from(good.slice(0, 12)), Buffer.from([0xff]), Buffer.from(good.slice(12))]),
  ])
    expect(read(text).isRead, String(text)).toBe(false);
});
