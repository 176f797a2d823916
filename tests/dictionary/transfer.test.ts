import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tributary } from "../support/command-line.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const HEADER =
  "entityType,entityName,propertyName,displayName,description,type,example,tags,owners,teamOwners,hidden,dropped,source,volume30d,queries30d,firstSeen,lastSeen";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const properties = { time: Date.now() - 1000, distinct_id: "somebody" };
  await sendEvents(server, [
    { event: "Undeclared", properties },
    { event: "Buy", properties },
  ]);
  await waitUntilLoaded(server);
});
afterAll(() => server.close());

const buy = {
  entityType: "event",
  name: "Buy",
  schemaJson: {
    description: 'Somebody "paid",\nat last.',
    required: ["price"],
    properties: {
      price: { type: "number", examples: [9.99, 1], metadata: { "com.service": { displayName: "Price" } } },
      note: { type: "string", examples: ["7"], metadata: { "com.service": { hidden: true } } },
    },
    metadata: {
      "com.service": {
        displayName: "=Purchase",
        tags: ["a;b", "back\\slash", ""],
        contacts: ["ana@example.com", "bo@example.com"],
        teamContacts: ["Growth"],
        $source: "plan",
        hidden: false,
      },
    },
  },
};
const user = { entityType: "profile", name: "$user", schemaJson: { description: "People." } };
const empty = { entityType: "event", name: "Empty", schemaJson: {} };

beforeEach(async () => {
  await server.call("POST", "projects/1/schemas", { body: { entries: [buy, user, empty], truncate: true } });
});

const csv = async (query = "") => {
  const { status, body, headers } = await server.call(
    "GET",
    `projects/1/dictionary/export?format=csv${query}`,
  );
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return String(body);
};
const send = (body: unknown) => server.call("POST", "projects/1/dictionary/import", { body });
const schemas = async () => (await server.call("GET", "projects/1/schemas")).body.results;
const line = (cells: Record<string, string>) =>
  HEADER.split(",")
    .map((column) => cells[column] ?? "")
    .join();

test("a CSV export has what is declared and what arrives, safe to be opened", async () => {
  const text = await csv();
  const [header, ...lines] = text.split("\r\n");
  expect(header).toBe(HEADER);
  expect(lines[0]).toMatch(
    /^event,Buy,,'=Purchase,"Somebody ""paid"",\nat last\.",,,a\\;b;back\\\\slash;,ana@example\.com;bo@example\.com,Growth,false,,plan,1,,20.*Z,20.*Z$/,
  );
  expect(lines.slice(1, 4)).toEqual([
    "event,Buy,price,Price,,number,9.99,,,,,,,,,,",
    'event,Buy,note,,,string,"""7""",,,,true,,,,,,',
    "event,Empty,,,,,,,,,,,,,,,",
  ]);
  expect(lines.slice(4).map((one) => one.split(",").slice(0, 2).join())).toEqual([
    "profile,$user",
    "event,Undeclared",
    "",
  ]);
  expect((await csv("&entity_type=profile")).split("\r\n")).toHaveLength(3);
});

test("what was exported changes nothing when it is imported, by CSV and by JSON", async () => {
  const before = await schemas();
  for (const truncate of [false, true]) {
    const { body } = await send({ entries: before, truncate });
    expect(body.results).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3 });
  }
  const { body } = await send({ csv: await csv() });
  expect(body.results).toEqual({
    dry_run: false,
    added: 0,
    changed: 0,
    removed: 0,
    unchanged: 3,
    changes: [],
  });
  expect(await schemas()).toEqual(before);
  const json = await server.call("GET", "projects/1/dictionary/export");
  expect(json.body.results).toEqual(before);
});

test("a dry run tells what an import does, and does nothing", async () => {
  const before = await schemas();
  const changed = [
    HEADER,
    line({ entityType: "event", entityName: "Buy", description: "Paid.", tags: "money", dropped: "true" }),
    line({
      entityType: "event",
      entityName: "Buy",
      propertyName: "sku",
      type: "string",
      displayName: "'=SKU",
    }),
    line({ entityType: "event", entityName: "New", hidden: "true" }),
    line({ entityType: "event", entityName: "Silent" }),
  ].join("\n");
  const dry = await send({ csv: changed, dry_run: true });
  expect(dry.body.results).toMatchObject({
    dry_run: true,
    added: 1,
    changed: 1,
    removed: 0,
    unchanged: 0,
    changes: [
      {
        entity_type: "event",
        name: "Buy",
        change: "changed",
        difference: expect.arrayContaining([
          { path: "description", before: 'Somebody "paid",\nat last.', after: "Paid." },
          { path: "metadata.com.service.dropped", after: true },
          { path: "metadata.com.service.displayName", before: "=Purchase" },
        ]),
      },
      { name: "New", change: "added" },
    ],
  });
  expect(await schemas()).toEqual(before);
  const real = await send({ csv: changed });
  expect(real.body.results).toEqual({ ...dry.body.results, dry_run: false });
  const [after] = await schemas();
  expect(after.schemaJson).toEqual({
    description: "Paid.",
    required: ["price"],
    properties: {
      ...buy.schemaJson.properties,
      sku: { type: "string", metadata: { "com.service": { displayName: "=SKU" } } },
    },
    metadata: { "com.service": { tags: ["money"], dropped: true } },
  });
});

test("truncate puts the file in the place of the whole dictionary, and tells what goes", async () => {
  const text = [HEADER, line({ entityType: "event", entityName: "Only", tags: "x" })].join("\r\n");
  const dry = await send({ csv: text, truncate: true, dry_run: true });
  expect(dry.body.results).toMatchObject({ added: 1, removed: 3, changed: 0 });
  const { body } = await send({ csv: text, truncate: true });
  expect(body.results.changes.map(({ name, change }: Record<string, string>) => `${name} ${change}`)).toEqual(
    ["Buy removed", "Empty removed", "$user removed", "Only added"],
  );
  expect(await schemas()).toMatchObject([{ name: "Only" }]);
  const audit = await server.call("GET", "projects/1/audit-log?limit=1");
  expect(audit.body.results.entries[0]).toMatchObject({
    action: "dictionary.import",
    after: { truncate: true, added: 1, removed: 3 },
  });
});

const of = (cells: Record<string, string>) =>
  [HEADER, line({ entityType: "event", entityName: "A", ...cells })].join("\n");
test.each<[string, unknown, string]>([
  ["no object", [], "body: "],
  ["nothing", {}, "csv: either"],
  ["both", { csv: "", entries: [] }, "csv: either"],
  ["an unknown key", { csv: HEADER, more: 1 }, "more: "],
  ["a word for a flag", { csv: HEADER, dry_run: "yes" }, "dry_run: "],
  ["no text", { csv: 1 }, "csv: must be a text"],
  ["an empty file", { csv: "" }, "csv: row 1: must be the header"],
  ["another header", { csv: "a,b\n" }, "csv: row 1: must be the header"],
  ["a short line", { csv: `${HEADER}\nevent,A\n` }, "csv: row 2: must have 17 cells"],
  ["an open quote", { csv: `${HEADER}\n"event` }, "csv: row 2: invalid row"],
  ["an unknown type of entity", { csv: of({ entityType: "group" }) }, "csv: row 2, entityType: "],
  ["no name", { csv: of({ entityName: "" }) }, "csv: row 2, entityName: "],
  ["a long name", { csv: of({ entityName: "x".repeat(256) }) }, "csv: row 2, entityName: "],
  ["a long description", { csv: of({ description: "x".repeat(4097) }) }, "csv: row 2, description: "],
  ["an unknown type", { csv: of({ propertyName: "p", type: "date" }) }, "csv: row 2, type: must be one of"],
  [
    "a new property without a type",
    { csv: of({ propertyName: "p", hidden: "true" }) },
    "csv: row 2, type: is required",
  ],
  ["a type of an entity", { csv: of({ type: "string" }) }, "csv: row 2, type: must be empty"],
  [
    "tags of a property",
    { csv: of({ propertyName: "p", type: "string", tags: "a" }) },
    "csv: row 2, tags: must be empty",
  ],
  ["a word for hidden", { csv: of({ hidden: "yes" }) }, "csv: row 2, hidden: must be one of true, false"],
  ["no address", { csv: of({ owners: "nobody" }) }, "csv: row 2, owners: "],
  [
    "the same line twice",
    { csv: `${of({ hidden: "true" })}\n${line({ entityType: "event", entityName: "A" })}` },
    "csv: row 3, entityName: is said twice",
  ],
  [
    "a bad entry",
    { entries: [{ entityType: "event", name: "A", schemaJson: { properties: { p: { type: 1 } } } }] },
    "entries[0].schemaJson.properties.p.type: ",
  ],
])("%s is refused, and nothing changes", async (_what, body, said) => {
  const before = await schemas();
  const { status, body: told } = await send(body);
  expect(status).toBe(400);
  expect(told.error).toContain(said);
  expect(await schemas()).toEqual(before);
});

test("a file that a spreadsheet has saved is read: a mark at its beginning, flags in capitals", async () => {
  const flags = { entityType: "event", entityName: "Buy", hidden: "TRUE", dropped: "False" };
  const { body } = await send({ csv: `\uFEFF${[HEADER, line(flags)].join("\r\n")}\r\n` });
  expect(body.results).toMatchObject({ changed: 1 });
  const read = await server.call("GET", "projects/1/schemas/event/Buy");
  expect(read.body.metadata["com.service"]).toMatchObject({ hidden: true, dropped: false });
});

test("texts as long as an upload takes them, and empty ones, come back from their own export", async () => {
  const service = (displayName: string) => ({ metadata: { "com.service": { displayName } } });
  const properties = { p: { type: "string", description: "", ...service("") } };
  const entries = [
    { entityType: "event", name: "Long", schemaJson: service("x".repeat(300)) },
    { entityType: "event", name: "Empty", schemaJson: { description: "", properties, ...service("") } },
  ];
  await server.call("POST", "projects/1/schemas", { body: { entries, truncate: true } });
  const { body } = await send({ csv: await csv(), dry_run: true });
  expect(body.results).toMatchObject({ changed: 0, unchanged: 2 });
});

test("any words survive the way out and in again", async () => {
  const words = fc.string({
    unit: fc.constantFrom("a", ";", "\\", '"', ",", "\n", "\r", "'", "=", "-", "ß"),
    maxLength: 6,
  });
  const written = words.filter((text) => text !== "");
  await fc.assert(
    fc.asyncProperty(
      fc.array(words, { maxLength: 4 }),
      written,
      written,
      fc.json(),
      async (tags, name, text, example) => {
        const schemaJson = {
          description: text,
          properties: { [name]: { type: "string", examples: [JSON.parse(example)], description: text } },
          metadata: { "com.service": { tags, displayName: name } },
        };
        await server.call("POST", "projects/1/schemas", {
          body: { entries: [{ entityType: "event", name, schemaJson }], truncate: true },
        });
        const { body } = await send({ csv: await csv(), dry_run: true });
        expect(body.results).toMatchObject({ changed: 0, added: 0, removed: 0, unchanged: 1 });
      },
    ),
    { numRuns: 40, seed: 5 },
  );
});

test("from the shell", async () => {
  const environment = { DATA_DIR: server.dataFolder };
  const folder = await mkdtemp(join(tmpdir(), "tributary-test-csv-"));
  const exported = await tributary(["dictionary", "export-csv"], environment);
  expect(exported.stdout.split("\r\n")[0]).toBe(HEADER);
  const path = join(folder, "dictionary.csv");
  await writeFile(path, exported.stdout.replace("Price", "Cost"));
  const dry = await tributary(["dictionary", "import", "--csv", path, "--dry-run", "--json"], environment);
  expect(JSON.parse(dry.stdout)).toMatchObject({ dry_run: true, changed: 1, unchanged: 2 });
  const json = await tributary(["dictionary", "export", "--json"], environment);
  expect(JSON.parse(json.stdout)).toHaveLength(3);
  await rm(folder, { recursive: true });
});
