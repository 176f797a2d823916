import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Catalog,
  decodeChange,
  type EventStore,
  encodeChange,
  type Lineage,
  type NewEvent,
  openDuckdbStore,
  Shredder,
} from "../../src/events/index.ts";
import { type AccessPort, createHttpServer } from "../../src/http/index.ts";
import { type Log, silentLog } from "../../src/platform/log.ts";
import { createMetrics } from "../../src/platform/metrics.ts";
import { fail, ok } from "../../src/platform/result.ts";
import type { DoorFailure, DoorRequest } from "../../src/projects/index.ts";
import { createReportsRoom, type ReportsRoomOptions } from "../../src/reports/index.ts";

export const PROJECT = 7;
export const NOW_MS = Date.parse("2026-06-02T18:00:00Z");
export const RECEIVED_MS = Date.parse("2026-06-02T17:00:00.250Z");

/** What ingestion, journal and loader do together, in short. */
export function createLoader(store: EventStore, projectId = PROJECT) {
  const catalog = new Catalog([]);
  let declared = 0;
  let position = 0;
  return async (events: readonly NewEvent[], lineage: Lineage = { source: "track" }) => {
    const shredder = new Shredder(catalog);
    for (const event of events) shredder.add(event);
    const { rows, columns } = shredder.take();
    const declarations = catalog.since(declared);
    declared = catalog.last;
    const changes = [
      ...(declarations.length > 0 ? [{ kind: "declare", declarations } as const] : []),
      { kind: "rows", receivedMs: RECEIVED_MS, lineage, rows, columns } as const,
    ].map((change) => {
      position += 1;
      const { kind, body } = encodeChange(change);
      const decoded = decodeChange(kind, Buffer.concat(body), position);
      if (!decoded.ok) throw new Error(decoded.failure.reason);
      return decoded.value;
    });
    const applied = await store.apply(projectId, "live", changes, position);
    if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
  };
}

/** Six purchases: the fixture the contract's examples are worked out on. */
export const PURCHASES: readonly NewEvent[] = (
  [
    ["u1", "2026-06-01T03:30:00Z", { price: 10, country: "US" }],
    ["u1", "2026-06-01T14:00:00Z", { price: 20, country: "US" }],
    ["u2", "2026-06-01T15:00:00Z", { price: "30", country: "CA" }],
    ["u2", "2026-06-02T03:59:59.999Z", { price: 5, country: "CA" }],
    ["u2", "2026-06-02T04:00:00.000Z", { price: 7 }],
    ["u3", "2026-06-02T16:00:00Z", { price: 100, country: "US" }],
  ] as const
).map(([distinctId, time, properties], index) => ({
  event: "Purchase",
  timeMs: Date.parse(time),
  distinctId,
  insertId: `i${index + 1}`,
  properties,
}));

/** Which credentials open which door; the real doors have tests of their own. */
const DOORS: Record<string, DoorFailure | undefined> = {
  right: undefined,
  wrong: { code: "invalid_credentials" },
  flood: { code: "too_many_failures", retryAfterS: 30 },
  unnamed: { code: "project_id_missing" },
  misnamed: { code: "project_id_invalid" },
  stranger: { code: "no_access" },
  narrow: { code: "role_too_low", role: "consumer", least: "analyst" },
  abroad: { code: "other_region", region: "eu", baseUrl: "https://eu.example.org/api/app" },
};

const access: AccessPort = {
  authenticate: () => ok({ kind: "service-account", id: 1, name: "test" } as never),
  enterOrganization: () => fail({ code: "no_access" }),
  enterProject: (account, projectId) =>
    projectId === PROJECT
      ? ok({ ...account, projectId, role: "consumer" } as never)
      : fail({ code: "no_access" }),
  enterWorkspace: () => fail({ code: "no_access" }),
};

export type ReportsServer = Awaited<ReturnType<typeof startReports>>;

type StartOptions = Partial<Omit<ReportsRoomOptions, "store">> & {
  /** In place of parts of the real store. */
  store?: Partial<ReportsRoomOptions["store"]>;
  log?: Log;
};

export async function startReports(options: StartOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), "tributary-reports-"));
  const duckdb = await openDuckdbStore({ folder, log: silentLog });
  const asked: DoorRequest[] = [];
  const room = createReportsRoom({
    calendarOf: async () => ({ timezone: "UTC", weekStart: 1, quarterStartMonth: 1 }),
    clock: { now: () => NOW_MS },
    log: silentLog,
    doors: {
      async open(request) {
        asked.push(request);
        const failure = DOORS[request.authorization ?? "wrong"];
        return failure === undefined
          ? ok({ projectId: Number(request.projectId ?? PROJECT) })
          : fail(failure);
      },
    },
    ...options,
    store: { ...duckdb, ...options.store },
  });
  const { routes, rawRoutes } = room;
  const app = createHttpServer({
    routes,
    rawRoutes,
    access,
    parts: [],
    log: options.log ?? silentLog,
    metrics: createMetrics({ version: "0", node: "0" }),
    trustProxy: [],
    version: "0",
    publicUrl: () => "http://localhost",
    verifyAnswers: true,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    store: duckdb,
    stop: room.close,
    rawRoutes,
    routes,
    asked,
    load: createLoader(duckdb),
    get: (path: string, headers: Record<string, string> = {}, more: RequestInit = {}) =>
      fetch(`${url}${path}`, { ...more, headers: { authorization: "right", ...headers } }),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await duckdb.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const asQuery = (parameters: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString();
