import { afterAll, beforeAll, expect, test } from "vitest";
import { FORMATS, judgeOf } from "../../src/dictionary/conformance/judge.ts";
import { readList } from "../../src/dictionary/transfer/csv-format.ts";
import { parseJson } from "../../src/platform/parse-json.ts";
import { parseJson as parseCell } from "../../src/warehouse/values/parse-json.ts";
import { expectLinear, GROWTH_BYTES_MAX } from "../support/growth.ts";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { TEXTS } from "./attacks.ts";
import { requestOf, WORST_INPUTS } from "./worst-inputs.ts";

/** The input that takes each parser longest, at the limit of its endpoint: each was once a way to keep the server busy. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const authorization = `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64")}`;

test.each(WORST_INPUTS)("$parser: takes time in proportion to its length", async (input) => {
  await expectLinear(input.parser, Math.min(input.bytesMax, GROWTH_BYTES_MAX), (size) => {
    const { path, headers, body } = requestOf(input, size);
    const options = { method: input.method, headers: { authorization, ...headers } };
    return async () => {
      const response = await fetch(server.url + path, body === undefined ? options : { ...options, body });
      await response.arrayBuffer();
      expect(response.status).toBeLessThan(500);
    };
  });
});

const MIB = 1_048_576;
const LONG_NUMBER = "12345678901234567890";

test.each([
  ["JSON with tildes", (size: number) => parseJson(`[${LONG_NUMBER},"${"~".repeat(size)}"]`)],
  ["JSON with marks", (size: number) => parseJson(`[${LONG_NUMBER},"${"~n:".repeat(size / 3)}"]`)],
  ["a cell with zeros", (size: number) => parseCell(`[1.1${"0".repeat(size)}1e5]`, "c", () => undefined)],
  [
    "a cell with exponents",
    (size: number) => parseCell(`[${"1e1,".repeat(size / 4)}1]`, "c", () => undefined),
  ],
  [
    "a cell with zeros to a power",
    (size: number) => parseCell(`[${"0e1,".repeat(size / 4)}1]`, "c", () => undefined),
  ],
  ["a list with escapes", (size: number) => readList("\\;".repeat(size / 2))],
  ["a list with a lone backslash", (size: number) => readList(`${"a".repeat(size)}\\`)],
  ["a list with separators", (size: number) => readList(";".repeat(size))],
])("%s: takes time in proportion to its length", async (name, parse) => {
  await expectLinear(name, MIB, (size) => () => parse(size));
});

test.each(FORMATS)(
  "values of the format %s are checked in time in proportion to their length",
  async (format) => {
    const { fits } = judgeOf("string", format);
    await expectLinear(format, MIB / 64, (size) => {
      const values = TEXTS.flatMap(({ make }) => ["", "a@", "http://a:"].map((start) => start + make(size)));
      return () => values.filter(fits).length;
    });
  },
);

test("work that grows with the square of the input is noticed", async () => {
  const quadratic = expectLinear("a pattern", 30_000, (size) => {
    const text = `${"0".repeat(size)}1`;
    return () => /0+$/.test(text);
  });
  await expect(quadratic).rejects.toThrow("four times the input");
});
