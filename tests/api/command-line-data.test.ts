import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAIN, tributary } from "../support/command-line.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const LARGE = "9007199254740993123";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const time = Date.now() - 10_000;
  await sendEvents(
    server,
    `[{"event":"Buy","properties":{"time":${time},"distinct_id":"ana","$insert_id":"i1","sku":"a","order":${LARGE}}}]`,
  );
  const { token } = (await server.call("GET", "projects/1")).body.results;
  await fetch(`${server.url}/engage`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `[{"$token":"${token}","$distinct_id":"ana","$set":{"account":${LARGE}}}]`,
  });
  await waitUntilLoaded(server);
});
afterAll(() => server.close());

const run = (...args: string[]) => tributary(args, { DATA_DIR: server.dataFolder });

test.each([
  [["profile", "show", "ana"]],
  [["person", "events", "ana"]],
  [["event", "values", "--property", "order"]],
])("%j prints whole numbers digit by digit, as a table and as JSON", async (args) => {
  for (const more of [[], ["--json"]]) {
    const { code, stdout, stderr } = await run(...args, ...more);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(LARGE);
  }
});

describe("a lookup table", () => {
  let id: string;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tributary-csv-"));
    id = JSON.parse((await run("lookup-table", "create", "--name", "Products", "--json")).stdout).id;
  });
  afterAll(() => rm(folder, { recursive: true }));
  const file = async (name: string, content: string | Buffer) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const listed = async () => {
    await waitUntilLoaded(server);
    return JSON.parse((await run("lookup-table", "list", "--json")).stdout)[0];
  };

  test("is mapped by its command", async () => {
    const mapped = await run("lookup-table", "map", id, "--event-properties", "sku", "--json");
    expect({ code: mapped.code, stderr: mapped.stderr }).toEqual({ code: 0, stderr: "" });
    expect(await listed()).toMatchObject({ id, mappings: [{ subject: "event", property: "sku" }] });
  });

  test("takes its rows from a file: small, packed, or large", async () => {
    const large = Array.from({ length: 60_000 }, (_, n) => `key-${n},a value that is long\n`).join("");
    for (const [path, rows] of [
      [await file("small.csv", "sku,category\na,Shoes\n"), 1],
      [await file("packed.csv.gz", gzipSync("sku,category\na,Shoes\nb,Hats\n")), 2],
      [await file("large.csv", `sku,category\n${large}`), 60_000],
    ] as const) {
      const outcome = await run("lookup-table", "replace", id, "--file", path);
      expect(outcome).toEqual({ code: 0, stdout: "Done.\n", stderr: "" });
      expect(await listed()).toMatchObject({ rows });
    }
  });

  test("says which rows do not fit, and which file is none", async () => {
    const bad = await file("bad.csv", "sku,category\n,Shoes\n");
    const refused = await run("lookup-table", "replace", id, "--file", bad);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("row 0: primary key is required");
    const missing = await run("lookup-table", "replace", id, "--file", join(folder, "none.csv"));
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toContain("none.csv");
  });
});

describe("event live", () => {
  const follow = (...args: string[]) => {
    const child = spawn(process.execPath, [MAIN, "event", "live", ...args], {
      env: { PATH: process.env.PATH ?? "", DATA_DIR: server.dataFolder },
    });
    const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
    return { child, exit };
  };

  test.each([[[]], [["--json"]]])("prints events until it is interrupted %j", async (more) => {
    const { child, exit } = follow("--event", '["Live","Other"]', ...more);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const first = lines.next();
    let isShown = false;
    void first.then(() => {
      isShown = true;
    });
    // Nothing tells from outside when it listens.
    for (let n = 0; !isShown; n += 1) {
      const properties = `{"time":${Date.now()},"distinct_id":"bo","$insert_id":"l${n}","order":${LARGE}}`;
      await sendEvents(server, `[{"event":"Live","properties":${properties}}]`);
      await sleep(200);
    }
    const { value } = await first;
    expect(value).toContain("Live");
    expect(value).toContain(`"order":${LARGE}`);
    child.kill("SIGINT");
    expect(await exit).toBe(0);
  });

  test("a filter that makes no sense is refused", async () => {
    const outcome = await run("event", "live", "--property", "plan");
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toContain("value: is needed with property");
  });
});

test("an erasure may be told to discard what is damaged", async () => {
  const made = await run("erasure", "create", "--ids", "nobody-1", "--discard-damaged", "--json");
  expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: "" });
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select discards_damaged from erasure where id = $1", [
    JSON.parse(made.stdout).id,
  ]);
  await client.end();
  expect(rows).toEqual([{ discards_damaged: true }]);
});
