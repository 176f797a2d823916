import { Ajv } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { expect } from "vitest";
import { EventChecks } from "../../src/dictionary/index.ts";
import { createAccept, createCatalogs, DEFAULT_LIMITS, type Receipt } from "../../src/ingestion/index.ts";
import { parseJson } from "../../src/platform/parse-json.ts";
import { ok } from "../../src/platform/result.ts";

const NOW = 1_760_000_000_000;
const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"] as const;
const FORMATS = ["date-time", "email", "uuid", "uri", "regex", "of our own"] as const;
const NAMES = ["word", "price", "flag", "Größe", "$os", "mp_lib", "toString", "extra"] as const;
const OWN = ["time", "distinct_id", "$user_id", "$device_id", "$insert_id", "token"] as const;
const VALUES = [
  ...['"x"', '""', '"ana@example.com"', '"2026-01-31T12:00:00Z"', '"(["', '"https://example.com"'],
  ...['"0f8fad5b-d9cb-469f-a165-70867728950e"', String.raw`"a\u0062@example.com"`],
  ...["0", "1", "1.0", "1.5", "-3", "12345678901234567890", "1e3", "true", "false", "null"],
  ...["[]", "[1]", "{}", '{"a":1}'],
] as const;

type Declared = { type: string; format?: string };
type Generated = {
  properties: Record<string, Declared>;
  required: string[];
  isClosed: boolean;
  rejects: boolean;
  records: string[];
};

const definition = fc.record(
  { type: fc.constantFrom(...TYPES), format: fc.constantFrom(...FORMATS) },
  { requiredKeys: ["type"] },
);
const name = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...NAMES) }, fc.constantFrom(...OWN));
/** Names of ids get values that pass all other checks. */
const pair = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)),
  fc.constantFrom(
    ["$user_id", '"user-number-1"'] as const,
    ["$device_id", '"device-number-1"'] as const,
    ["$insert_id", '"insert-number-1"'] as const,
    ["token", '"abc"'] as const,
  ),
);
const generated: fc.Arbitrary<Generated> = fc.record({
  properties: fc.dictionary(name, definition, { maxKeys: 6, noNullPrototype: true }),
  required: fc.uniqueArray(name, { maxLength: 2 }),
  isClosed: fc.boolean(),
  rejects: fc.boolean(),
  records: fc.array(
    fc
      .tuple(fc.uniqueArray(pair, { maxLength: 6, selector: ([key]) => key }), fc.constantFrom(0, 0.5))
      .map(([pairs, fraction]) => {
        const time = `"time":${(NOW - 9000) / 1000 + fraction}`;
        const sent = [time, '"distinct_id":"somebody"', ...pairs.map(([key, value]) => `"${key}":${value}`)];
        return `{"event":"Open","properties":{${sent.join()}}}`;
      }),
    { minLength: 1, maxLength: 6 },
  ),
});

/** What a general validator says of the same schema, names that are not an event's own allowed. */
function oracle({ properties, required, isClosed, records }: Generated): string[][] {
  const ajv = new Ajv({ strict: false, logger: false, allErrors: true, ownProperties: true });
  for (const format of FORMATS) {
    const known = (fullFormats as Record<string, Parameters<Ajv["addFormat"]>[1]>)[format];
    if (known !== undefined) ajv.addFormat(format, known);
  }
  const allowed = Object.fromEntries([...OWN, "$os", "mp_lib"].map((own) => [own, true]));
  const validate = ajv.compile({
    type: "object",
    properties: { ...allowed, ...properties },
    required,
    additionalProperties: !isClosed,
  });
  return records.map((text) => {
    validate(JSON.parse(text).properties);
    const found = (validate.errors ?? []).map(({ keyword, params, instancePath }) => {
      const at = params.missingProperty ?? params.additionalProperty ?? instancePath.slice(1);
      return `${at} ${keyword}`;
    });
    // Of a value of another type nobody need hear that its format is wrong too.
    return found.filter(
      (line) => !line.endsWith(" format") || !found.includes(line.replace("format", "type")),
    );
  });
}

async function runDoors({ properties, required, isClosed, rejects, records }: Generated, warm: boolean) {
  const declared = Object.entries(properties).map(([key, definition]) => [
    key,
    { definition, metadata: {}, foreign: {} },
  ]);
  const schema = {
    keys: { required, additionalProperties: !isClosed },
    properties: Object.fromEntries(declared),
  };
  const conformance = new Map([["Open", { checks: new EventChecks(schema), rejects }]]);
  const rules = { droppedEvents: new Set<string>(), droppedProperties: new Map(), conformance, version: 1 };
  const { accept, acceptBody } = createAccept({
    journal: { append: async () => ok({ first: 1, last: 1 }) },
    catalogs: createCatalogs({
      read: async () => (warm ? COLUMNS : []),
      write: async () => undefined,
      remove: async () => undefined,
      list: async () => [],
    }),
    limits: DEFAULT_LIMITS,
    clock: { now: () => NOW },
    onCounted: () => undefined,
    rules: () => rules,
  });
  const scope = { projectId: 1, lane: "live", lineage: { source: "import" }, strict: true } as const;
  const body = { bytes: Buffer.from(`[${records.join()}]`), lines: false };
  const direct = await acceptBody(scope, body, () => undefined);
  const parsed = records.map(parseJson);
  const objects = await accept(scope, { records: parsed, text: "escaped", sizeIsSound: true });
  if (!direct.ok || !objects.ok) throw new Error("not taken");
  return [direct.value, objects.value];
}
/** So that records are read as text from the first one on. */
const COLUMNS = [
  { number: 1, name: "word", type: "varchar" as const },
  { number: 2, name: "price", type: "double" as const },
  { number: 3, name: "flag", type: "boolean" as const },
  { number: 4, name: "Größe", type: "double" as const },
  { number: 5, name: "$os", type: "varchar" as const },
  { number: 6, name: "extra", type: "varchar" as const },
];

const countsOf = ({ violations = [] }: Receipt) =>
  violations.flatMap(({ property, kind, count }) => Array<string>(count).fill(`${property} ${kind}`)).sort();

/** Every door finds what ajv finds, whichever way it reads the records. */
export const checkConformance = (numRuns: number, seed: number) =>
  fc.assert(
    fc.asyncProperty(generated, fc.boolean(), async (sample, warm) => {
      const expected = oracle(sample);
      for (const receipt of await runDoors(sample, warm)) {
        expect(countsOf(receipt)).toEqual(expected.flat().sort());
        const refused = sample.rejects
          ? expected.flatMap((errors, index) => (errors.length > 0 ? [index] : []))
          : [];
        expect(receipt.refused.map(({ index }) => index)).toEqual(refused);
        expect(receipt.accepted).toBe(sample.records.length - refused.length);
      }
    }),
    { numRuns, seed },
  );
