import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ok } from "../../platform/result.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { isStrict } from "./params.ts";
import { readSdkBody, unpackSdkBody } from "./read-sdk-body.ts";

const EVENT = { event: "Öffnen ✓", properties: { token: "t", path: "a>b?c~d" } };
const JSON_TEXT = JSON.stringify(EVENT);
const standard = Buffer.from(JSON_TEXT).toString("base64");
const urlSafe = Buffer.from(JSON_TEXT).toString("base64url");

const read = (body: string | undefined, contentType?: string, query: Record<string, string> = {}) =>
  readSdkBody({ query, contentType }, ok(body === undefined ? undefined : Buffer.from(body)), DEFAULT_LIMITS);
const recordsOf = (...of: Parameters<typeof read>) => {
  const { records } = read(...of);
  return records.ok ? records.value.records : records.failure.code;
};
const FORM = "application/x-www-form-urlencoded";

test("the sample holds what makes base64 hard: both special characters and padding", () => {
  expect(standard).toMatch(/[+/]/);
  expect(standard).toMatch(/=$/);
});

test("records are read from every place and in every spelling that clients use", () => {
  const escaped = encodeURIComponent;
  for (const data of [standard, urlSafe, JSON_TEXT, standard.replace(/=+$/, "")]) {
    expect(recordsOf(`data=${escaped(data)}&verbose=1`, FORM)).toEqual([EVENT]);
    expect(recordsOf(`verbose=1&data=${escaped(data)}`, "text/plain;charset=UTF-8")).toEqual([EVENT]);
    expect(recordsOf(undefined, undefined, { data })).toEqual([EVENT]);
  }
  // Sent without escaping, and what a form's reader makes of it.
  expect(recordsOf(`data=${standard}`, FORM)).toEqual([EVENT]);
  expect(recordsOf(undefined, undefined, { data: standard.replaceAll("+", " ") })).toEqual([EVENT]);
  expect(recordsOf(JSON_TEXT, "application/json")).toEqual([EVENT]);
  expect(recordsOf(` [${JSON_TEXT},${JSON_TEXT}]`, FORM)).toEqual([EVENT, EVENT]);
  expect(recordsOf(JSON_TEXT)).toEqual([EVENT]);
  expect(recordsOf(`${JSON_TEXT}\n\n${JSON_TEXT}\n`, "application/x-ndjson")).toEqual([EVENT, EVENT]);
});

test("what cannot be read is told apart", () => {
  expect(recordsOf(undefined)).toBe("no_data");
  expect(recordsOf("")).toBe("no_data");
  expect(recordsOf("verbose=1", FORM)).toBe("no_data");
  expect(recordsOf("data=%%%", FORM)).toBe("neither_json_nor_base64");
  expect(recordsOf("data=ä$!", FORM)).toBe("neither_json_nor_base64");
  expect(recordsOf("data=bm90IGpzb24=", FORM)).toBe("not_parseable");
  expect(recordsOf('data={"event":', FORM)).toBe("not_parseable");
  expect(recordsOf("data=[]", FORM)).toBe("empty");
  expect(recordsOf("data=", FORM)).toBe("not_parseable");
  for (const text of ['"abc"', "5", "null", "nonsense"])
    expect(recordsOf(text, "application/json")).toBe("not_records");
  const part = '--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n[]\r\n--x--\r\n';
  expect(recordsOf(part, "multipart/form-data; boundary=x")).toBe("multipart");
});

test("only 1 and true are strict, and nothing said of it loses records", () => {
  const strictOf = (strict: string) => {
    const { params, records } = read("[1]", "application/json", { strict });
    expect(records).toMatchObject({ ok: true, value: { records: [1] } });
    return isStrict(params);
  };
  for (const strict of ["1", "true"]) expect(strictOf(strict)).toBe(true);
  for (const strict of ["", "0", "false", "2", "abc", "-1"]) expect(strictOf(strict)).toBe(false);
});

test("the address wins over the form", () => {
  const { params } = read("verbose=0&ip=1&_=123&test=1", FORM, { verbose: "1" });
  expect(params).toEqual({ verbose: "1", ip: "1" });
});

test("a packed form is a form", async () => {
  const body = gzipSync(`data=${standard}`);
  const plain = await unpackSdkBody({ query: {}, contentType: FORM, encoding: "gzip", body }, DEFAULT_LIMITS);
  const { records } = readSdkBody({ query: {}, contentType: FORM }, plain, DEFAULT_LIMITS);
  expect(records).toMatchObject({ ok: true, value: { records: [EVENT] } });
});
