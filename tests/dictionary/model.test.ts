import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type Model, type ModelEntry, upload } from "./model.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const flags = {
  displayName: fc.constantFrom("A", "B", null),
  hidden: fc.constantFrom(true, false, null),
  dropped: fc.constantFrom(true, null),
};
const lists = {
  tags: fc.constantFrom(["a"], ["b", "a"], [], null),
  contacts: fc.constantFrom(["a@b.c"], null),
};
const metadata = (keys: Record<string, fc.Arbitrary<unknown>>) => {
  const own = fc.option(fc.record(keys, { requiredKeys: [] }), { freq: 8 });
  return fc.option(fc.record({ "com.service": own, "com.mixpanel": own }, { requiredKeys: [] }), { freq: 8 });
};
const property = fc.record(
  {
    type: fc.constantFrom("string", "number"),
    description: fc.constantFrom("p", null),
    metadata: metadata(flags),
  },
  { requiredKeys: ["type"] },
);
const schema = fc.record(
  {
    description: fc.constantFrom("one", "two", null),
    properties: fc.dictionary(fc.constantFrom("p", "q", "__proto__", "a.b"), property, {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    metadata: metadata({ ...flags, ...lists }),
    required: fc.constantFrom(["p"], []),
    "x-own": fc.constantFrom(null, { deep: [1] }),
  },
  { requiredKeys: [] },
);
const entry: fc.Arbitrary<ModelEntry> = fc.record({
  entityType: fc.constantFrom("event", "profile"),
  name: fc.constantFrom("a", "b", "a/b"),
  schemaJson: schema,
});
const step = fc.record({
  entries: fc.array(entry, { maxLength: 4 }),
  truncate: some(fc.constantFrom(false, false, true)),
});

test("after any uploads the dictionary holds what the model does", async () => {
  let projects = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      projects += 1;
      const made = await server.call("POST", "organizations/1/projects", { body: { name: `M${projects}` } });
      const path = `projects/${made.body.results.id}/schemas`;
      const model: Model = new Map();
      for (const { entries, truncate = false } of steps) {
        const before = model.size;
        upload(model, entries, truncate);
        const answer = await server.call("POST", path, { body: { entries, truncate } });
        const names = new Set(entries.map(({ entityType, name }) => `${entityType}/${name}`));
        expect(answer.body).toEqual({
          status: "ok",
          results: { added: names.size, deleted: truncate ? before : 0 },
        });
        const expected = [...model.keys()].sort().map((key) => model.get(key)?.entry);
        expect((await server.call("GET", path)).body.results).toEqual(expected);
      }
      await expectLastVersions(path, model);
    }),
    { numRuns: 60 },
  );
});

/** The newest version of each entry is what the dictionary shows. */
async function expectLastVersions(path: string, model: Model): Promise<void> {
  for (const { entry } of model.values()) {
    const history = await server.call(
      "GET",
      `${path}/${entry.entityType}/${encodeURIComponent(entry.name)}/history?limit=1`,
    );
    expect(history.body.results.versions[0].schemaJson).toEqual(entry.schemaJson);
  }
}
