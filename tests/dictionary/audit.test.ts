import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const lines = async () => {
  const { body } = await server.call("GET", "projects/1/audit-log");
  const entries = body.results.entries as Record<string, unknown>[];
  return entries
    .filter(({ action }) => /^(dictionary|lookup_table)\./.test(String(action)))
    .map(({ action, target_type, target_id }) => `${action} ${target_type} ${target_id}`)
    .reverse();
};

test("every change of the dictionary has a line, a refused one has none", async () => {
  const send = (method: string, path: string, body?: unknown) =>
    server.call(method, `projects/1/schemas${path}`, body === undefined ? {} : { body });
  await send("POST", "", { entries: [{ entityType: "event", name: "A", schemaJson: {} }] });
  await send("POST", "/event/B%2FC", { description: "x" });
  await send("POST", "", { entries: [{ entityType: "event", name: "", schemaJson: {} }], truncate: true });
  await send("POST", "/event/A/history/1/restore");
  await send("DELETE", "/event/A");
  await send("DELETE", "/event/A");
  await send("POST", "", { entries: [], truncate: true });
  expect(await lines()).toEqual([
    "dictionary.upload dictionary_entry event/A",
    "dictionary.upload dictionary_entry event/B/C",
    "dictionary.restore dictionary_entry event/A",
    "dictionary.delete dictionary_entry event/A",
    "dictionary.upload dictionary 1",
  ]);
});

test("so has every change of a lookup table", async () => {
  const before = (await lines()).length;
  const made = await server.call("POST", "projects/1/lookup-tables", { body: { name: "Products" } });
  const { id } = made.body.results;
  await server.call("POST", "projects/1/lookup-tables", { body: { name: "Products" } });
  const mappings = [{ subject: "event", property: "sku" }];
  await server.call("PUT", `projects/1/lookup-tables/${id}/mappings`, { body: { mappings } });
  await server.call("DELETE", `projects/1/lookup-tables/${id}`);
  expect((await lines()).slice(before)).toEqual([
    `lookup_table.create lookup_table ${id}`,
    `lookup_table.map lookup_table ${id}`,
    `lookup_table.delete lookup_table ${id}`,
  ]);
  const { body } = await server.call("GET", "projects/1/audit-log?limit=1");
  expect(body.results.entries[0]).toMatchObject({ before: { name: "Products", mappings } });
});
