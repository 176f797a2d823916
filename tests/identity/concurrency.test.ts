import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeChange, FRAME_KINDS } from "../../src/events/index.ts";
import { openJournal } from "../../src/journal/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { silentLog } from "../../src/platform/log.ts";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer } from "../support/test-server.ts";

const WRITERS = 16;
const ROUNDS = 12;
const DEVICES = 40;

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "tributary-identity-"));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

/** Whom each device belongs to, by the order of the journal: read from its bytes, not by the loader. */
async function firstClaims(): Promise<Map<string, string>> {
  const opened = await openJournal({
    folder: join(dataFolder, "journal"),
    log: silentLog,
    clock: systemClock,
    onFatal: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.failure.code);
  const claims = new Map<string, string>();
  for await (const frame of opened.value.read({ after: 0, kinds: [FRAME_KINDS.rows] })) {
    const change = decodeChange(frame.kind, frame.body, frame.position);
    if (!change.ok || change.value.kind !== "rows") continue;
    for (const line of change.value.rows.toString().split("\n")) {
      if (line === "") continue;
      const row = JSON.parse(line);
      if (row.v !== undefined && !claims.has(row.v)) claims.set(row.v, row.u ?? row.d);
    }
  }
  await opened.value.close();
  return claims;
}

const anonymousOwners = (lines: readonly string[]): Map<string, string> =>
  new Map(
    lines
      .map((line) => JSON.parse(line).properties)
      .filter((properties) => properties.$user_id === undefined)
      .map((properties) => [properties.$device_id, properties.distinct_id]),
  );

test("sixteen writers fight for the same devices: the first by the journal has each, now and after a rebuild", async () => {
  const server = await startTestServer({ dataFolder });
  const { databaseUrl } = server;
  const properties = (more: object) => ({
    time: Date.now() - 1000,
    $insert_id: crypto.randomUUID(),
    ...more,
  });
  await sendEvents(
    server,
    Array.from({ length: DEVICES }, (_, device) => ({
      event: "View",
      properties: properties({ $device_id: `d${device}` }),
    })),
  );
  const write = async (writer: number) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const records = Array.from({ length: DEVICES }, (_, index) => ({
        event: "Login",
        properties: properties({
          $device_id: `d${(index * 7 + writer) % DEVICES}`,
          $user_id: `u${writer}-${round}`,
        }),
      }));
      const { status } = await sendEvents(server, records);
      expect(status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await waitUntilLoaded(server);
  const owners = anonymousOwners(await exportLines(server, "&event=View"));
  await server.close();

  const expected = await firstClaims();
  expect(expected.size).toBe(DEVICES);
  expect(owners).toEqual(expected);

  await rm(join(dataFolder, "store"), { recursive: true });
  const again = await startTestServer({ dataFolder, databaseUrl });
  await waitUntilLoaded(again);
  expect(anonymousOwners(await exportLines(again, "&event=View"))).toEqual(expected);
  await again.close();
});
