import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_ACCOUNT } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const call = async (method: string, path: string, body?: unknown) =>
  server.call(method, `projects/1/schemas/${path}`, body === undefined ? {} : { body });
const versions = async (path: string) => (await call("GET", `${path}/history`)).body.results.versions;
const hidden = { metadata: { "com.service": { hidden: true } } };

test("every change of an entry is a version: who, when and what", async () => {
  const one = "event/Story";
  await call("POST", one, { description: "first", ...hidden });
  await call("POST", one, { description: "second", properties: { p: { type: "string" } } });
  await call("POST", one, { description: "second", properties: { p: { type: "string" } } });
  await call("DELETE", one);
  await call("POST", one, {});
  const told = await versions(one);
  expect(told.map(({ version, change }: { version: number; change: string }) => [version, change])).toEqual([
    [4, "replaced"],
    [3, "deleted"],
    [2, "replaced"],
    [1, "created"],
  ]);
  expect(told[0].schemaJson).toEqual({});
  expect(told[1]).toMatchObject({ schemaJson: null, restored_from: null });
  expect(told[2].difference).toEqual([
    { path: "description", before: "first", after: "second" },
    { path: "properties", after: { p: { type: "string" } } },
  ]);
  expect(told[3].difference).toEqual([
    { path: "description", after: "first" },
    { path: "metadata", after: hidden.metadata },
  ]);
  for (const { changed_by, changed_at } of told) {
    expect(changed_by).toMatchObject({ name: FIRST_ACCOUNT.username });
    expect(Date.parse(changed_at)).toBeGreaterThan(0);
  }
});

test("a version comes back as it was, metadata included, and is a version itself", async () => {
  const one = "event/Back";
  await call("POST", one, { description: "first", ...hidden });
  await call("POST", one, { metadata: { "com.service": { hidden: null, tags: ["t"] } } });
  await call("DELETE", one);
  const restored = await call("POST", `${one}/history/1/restore`);
  expect(restored.body.results).toEqual({ version: 4, schemaJson: { description: "first", ...hidden } });
  expect((await call("GET", one)).body.results).toEqual({ description: "first", ...hidden });
  expect((await versions(one))[0]).toMatchObject({ version: 4, change: "restored", restored_from: 1 });
  const deletion = await call("POST", `${one}/history/3/restore`);
  expect([deletion.status, deletion.body.type]).toEqual([409, "version_is_deletion"]);
  for (const path of [
    `${one}/history/9/restore`,
    `${one}/history/0/restore`,
    "event/Nobody/history/1/restore",
  ])
    expect((await call("POST", path)).body.type).toBe("version_not_found");
  expect((await call("POST", `${one}/history/x/restore`)).status).toBe(400);
});

test("a truncating upload is one version of what it brings, and a deletion of the rest", async () => {
  const entries = (names: string[], schemaJson: unknown) =>
    names.map((name) => ({ entityType: "profile", name, schemaJson }));
  await call("POST", "", { entries: entries(["x", "y"], hidden) });
  await call("POST", "", { entries: entries(["x"], { description: "new" }), truncate: true });
  expect((await versions("profile/x"))[0]).toMatchObject({
    version: 2,
    change: "replaced",
    schemaJson: { description: "new" },
    difference: [
      { path: "metadata", before: hidden.metadata },
      { path: "description", after: "new" },
    ],
  });
  expect((await versions("profile/y"))[0]).toMatchObject({ version: 2, change: "deleted" });
});

test("pages lead through all versions, and each difference is told once", async () => {
  const one = "event/Pages";
  for (let at = 1; at <= 7; at += 1) await call("POST", one, { description: `d${at}` });
  const seen: number[] = [];
  let next: number | null = null;
  do {
    const query: string = next === null ? "" : `&before=${next}`;
    const { body } = await call("GET", `${one}/history?limit=3${query}`);
    for (const { version, difference } of body.results.versions) {
      seen.push(version);
      const before = version === 1 ? {} : { before: `d${version - 1}` };
      expect(difference).toEqual([{ path: "description", ...before, after: `d${version}` }]);
    }
    next = body.results.next;
  } while (next !== null);
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

test("an entry that never was has no history, and odd questions are 400", async () => {
  expect((await call("GET", "event/Never/history")).status).toBe(404);
  for (const query of ["limit=0", "limit=51", "before=0", "before=x"])
    expect((await call("GET", `event/Never/history?${query}`)).status).toBe(400);
  expect((await call("GET", "thing/Never/history")).status).toBe(400);
  for (const [version, status] of Object.entries({ 0: 404, 2147483647: 404, 2147483648: 400, x: 400 }))
    expect((await call("POST", `event/Never/history/${version}/restore`)).status, version).toBe(status);
});
