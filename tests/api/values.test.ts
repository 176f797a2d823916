import { afterAll, beforeAll, expect, test } from "vitest";
import { rawJson } from "../../src/platform/raw-json.ts";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const TIME = Date.now() - 60_000;
let serial = 0;

/** What comes back of properties that are sent as this text, in the text they come back in. */
async function roundTrip(...properties: string[]): Promise<Record<string, string>[]> {
  const mark = `m${++serial}`;
  const records = properties.map(
    (text, index) =>
      `{"event":"Odd","properties":{"time":${TIME + index},"distinct_id":"ana","mark":"${mark}"${text === "" ? "" : `,${text}`}}}`,
  );
  const answer = await sendEvents(server, `[${records.join()}]`);
  expect(answer.body).toMatchObject({ num_records_imported: properties.length });
  await waitUntilLoaded(server);
  const lines = (await exportLines(server)).filter((line) => line.includes(`"${mark}"`));
  return lines.map((line) =>
    rawValues(line.slice(line.indexOf('"properties":') + '"properties":'.length, -1)),
  );
}

/** The properties by name, each as its own JSON text: numbers stay the text they are, so no digit can be lost here. */
function rawValues(text: string): Record<string, string> {
  const keepText = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === "number" && source !== undefined ? rawJson(source) : value;
  return Object.fromEntries(
    Object.entries(JSON.parse(text, keepText)).map(([name, value]) => [name, JSON.stringify(value)]),
  );
}

test.each([
  '"text"',
  '""',
  '"quote \\" back \\\\ line \\n tab \\t nul \\u0000 end"',
  '"ünï©ødé 🙂 \\u2028"',
  '"2026-01-31T10:00:00Z"',
  '"2026-01-31"',
  '"00123"',
  "0",
  "-1",
  "1.5",
  "1e-7",
  "1.7976931348623157e+308",
  "9007199254740991",
  "9007199254740993",
  "12345678901234567890",
  "-99999999999999999999999999",
  "true",
  "false",
  "null",
  "[]",
  "{}",
  '[1,"a",null,true,{"b":[2]}]',
  '{"a":{"b":{"c":1}},"":2,"d.e":[12345678901234567890]}',
])(
  "%s comes back as it was sent, and as the first, the second and the misfit of its column",
  async (value) => {
    const name = `v${serial}`;
    const [first, second, third] = await roundTrip(
      `"${name}":${value}`,
      `"${name}":${value}`,
      `"${name}":"other"`,
    );
    const [expected] = Object.values(rawValues(`{"x":${value}}`));
    expect([first?.[name], second?.[name]]).toEqual([expected, expected]);
    expect(third?.[name]).toBe('"other"');
  },
);

test("a property whose type changes half-way keeps every value", async () => {
  const values = ["1", '"one"', "true", "[1]", '{"a":1}', "null", "2.5", "18446744073709551616"];
  const lines = await roundTrip(...values.map((value) => `"changing":${value}`));
  expect(lines.map(({ changing }) => changing)).toEqual(values);
});

test("names with quotes, dots, emoji, case and a language's own words stay apart", async () => {
  const names = [
    "a",
    "A",
    "a.b",
    "a b",
    'say \\"hi\\"',
    "$weird",
    "🙂",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "rest",
    "p1",
    "event",
    "position",
    "select * from events; --",
    "x".repeat(255),
  ];
  const [line] = await roundTrip(names.map((name, index) => `"${name}":${index}`).join());
  for (const [index, name] of names.entries()) {
    expect(line?.[JSON.parse(`"${name}"`)], name).toBe(String(index));
  }
  expect(({} as Record<string, unknown>).a).toBeUndefined();
});

test("255 properties on one event, and 3,000 different ones in a project", async () => {
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `"many${from + index}":${from + index}`).join();
  const batches = Array.from({ length: 12 }, (_, index) => many(index * 250, 250));
  const lines = await roundTrip(many(100_000, 252), ...batches);
  expect(Object.keys(lines[0] ?? {}).filter((name) => name.startsWith("many"))).toHaveLength(252);
  for (const [index, line] of lines.slice(1).entries()) {
    for (let number = index * 250; number < (index + 1) * 250; number += 1) {
      expect(line[`many${number}`]).toBe(String(number));
    }
  }
});

test("reserved properties are not stored, and the rest of the record is", async () => {
  const [line] = await roundTrip(
    '"token":"t","ip":"1.2.3.4","bucket":"b","$bucket":"b","$ignore":false,"kept":1',
  );
  expect(line).toMatchObject({ kept: "1", distinct_id: '"ana"', $user_id: '"ana"' });
  for (const name of ["token", "ip", "bucket", "$bucket", "$ignore"]) expect(line).not.toHaveProperty(name);
});
