import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ChildServer, cleanUp, spawnServer } from "../support/child-server.ts";

const ACCOUNT = "ci:a-secret-of-my-own";
const AUTHORIZATION = `Basic ${Buffer.from(ACCOUNT).toString("base64")}`;
/** What a bug would do, at a moment that the test chooses. */
const BUGS = {
  exception: "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('made by a test'); }));",
  rejection: "process.on('SIGUSR2', () => void Promise.reject(new Error('made by a test')));",
  "value that is no error": "process.on('SIGUSR2', () => setImmediate(() => { throw null; }));",
};

let folder: string;
let servers: ChildServer[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-uncaught-"));
  servers = [];
});
afterEach(async () => {
  await cleanUp(join(folder, "data"), servers);
  await rm(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): ChildServer {
  const server = spawnServer(join(folder, "data"), ["--log-format", "json"], {
    BOOTSTRAP_SERVICE_ACCOUNT: ACCOUNT,
    ...environment,
  });
  servers.push(server);
  return server;
}

/** One event; whether the server acknowledged it. */
async function send(url: string, id: string): Promise<boolean> {
  const event = { event: "Sent", properties: { time: Date.now(), distinct_id: "ana", $insert_id: id } };
  try {
    const response = await fetch(`${url}/import?strict=1&project_id=1`, {
      method: "POST",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      body: JSON.stringify([event]),
    });
    return response.status === 200;
  } catch {
    return false;
  }
}

async function storedIds(url: string): Promise<string[]> {
  const today = new Date().toISOString().slice(0, 10);
  const query = new URLSearchParams({ project_id: "1", from_date: "2026-01-01", to_date: today });
  const response = await fetch(`${url}/api/2.0/export?${query}`, {
    headers: { authorization: AUTHORIZATION },
  });
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line).properties.$insert_id as string);
}

test.each(Object.entries(BUGS))(
  "an uncaught %s ends the server with 70; nothing acknowledged is lost, and the next start works",
  async (_, bug) => {
    const file = join(folder, "bug.mjs");
    await writeFile(file, bug);
    const first = start({ NODE_OPTIONS: `--import=${file}` });
    const url = await first.ready;
    const acknowledged: string[] = [];
    let isOver = false;
    const sending = Array.from({ length: 4 }, async (__, sender) => {
      for (let number = 0; !isOver; number += 1) {
        const id = `${sender}-${number}`;
        if (await send(url, id)) acknowledged.push(id);
      }
    });
    while (acknowledged.length < 100) await sleep(5);
    first.kill("SIGUSR2");
    expect(await first.exited).toEqual({ code: 70, signal: null });
    isOver = true;
    await Promise.all(sending);
    expect(first.output()).toContain("an error that no code handles");

    const second = start();
    const again = await second.ready;
    expect(await send(again, "after")).toBe(true);
    await expect
      .poll(async () => {
        const stored = new Set(await storedIds(again));
        return [...acknowledged, "after"].filter((id) => !stored.has(id));
      })
      .toEqual([]);
    second.kill("SIGTERM");
    expect(await second.exited).toEqual({ code: 0, signal: null });
  },
);
