import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../limits.ts";
import { decodeBody, notJson } from "./decode-body.ts";

const decode = (body: Buffer | string, form: { encoding?: string; lines?: boolean } = {}) =>
  decodeBody(Buffer.from(body), { encoding: form.encoding, lines: form.lines ?? false }, DEFAULT_LIMITS);

test("a list, a single object, lines, packed or not, come out as records", async () => {
  for (const [body, form] of [
    ['[{"a":1},{"a":2}]', {}],
    [gzipSync('[{"a":1},{"a":2}]'), { encoding: "gzip" }],
    ['{"a":1}\n\n  \r\n{"a":2}\n', { lines: true }],
    ['[{"a":1},{"a":2}]', { encoding: "" }],
  ] as const) {
    expect(await decode(body, form)).toMatchObject({
      ok: true,
      value: { records: [{ a: 1 }, { a: 2 }], text: "sound" },
    });
  }
  expect(await decode('{"a":1}')).toMatchObject({ ok: true, value: { records: [{ a: 1 }] } });
});

test("a line that is not JSON fails alone", async () => {
  const decoded = await decode('{"a":1}\n{"a":\n{"a":3}', { lines: true });
  expect(decoded).toMatchObject({ ok: true, value: { records: [{ a: 1 }, notJson, { a: 3 }] } });
});

test.each([
  ["[", {}, "not_parseable"],
  ["7", {}, "not_parseable"],
  ["[NaN]", {}, "not_parseable"],
  ["[]", {}, "empty"],
  ["", { lines: true }, "empty"],
  [gzipSync("[1]").subarray(0, 15), { encoding: "gzip" }, "bad_gzip"],
  ["[1]", { encoding: "gzip" }, "bad_gzip"],
  ["[1]", { encoding: "br" }, "unsupported_encoding"],
  [`[${"1,".repeat(2000)}1]`, {}, "too_many_events"],
  ["x\n".repeat(3_000_000), { lines: true }, "too_many_events"],
  ["x".repeat(10_485_761), {}, "body_too_large"],
  [gzipSync(Buffer.alloc(50_000_000)), { encoding: "gzip" }, "body_too_large"],
])("%# is refused as a whole", async (body, form, code) => {
  expect(await decode(body, form)).toMatchObject({ ok: false, failure: { code } });
});

test("whole numbers beyond 2^53 keep their digits; others are plain numbers", async () => {
  const text =
    '[{"id":12345678901234567890,"n":1700000000000,"f":1.5,"s":"12345678901234567890","l":[-99999999999999999999]}]';
  const decoded = await decode(text);
  if (!decoded.ok) throw new Error("refused");
  expect(JSON.stringify(decoded.value.records)).toBe(text);
  expect(decoded.value.records[0]).toMatchObject({ n: 1_700_000_000_000, f: 1.5 });
});

test("what is known of the text decides how closely it is looked at", async () => {
  expect(await decode('[{"a":"\\ud800"}]')).toMatchObject({ value: { text: "escaped" } });
  expect(await decode('[{"a":"é"}]')).toMatchObject({ value: { text: "sound" } });
  expect(
    await decode(Buffer.concat([Buffer.from('[{"a":"'), Buffer.from([0xff]), Buffer.from('"}]')])),
  ).toMatchObject({
    value: { text: "broken" },
  });
});
