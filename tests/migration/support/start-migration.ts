import { type AmplitudeServer, KEY, SECRET, startAmplitude } from "../../../demo/origin/amplitude-server.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../support/test-server.ts";

export const DAY = Date.parse("2026-01-10T00:00:00Z");
export const HOUR_MS = 3_600_000;

export const QUICK_RETRY = { firstMs: 5, mostMs: 20, triesMax: 4, forMs: 60_000 };

/** A vendor, a server that reads from it, and two days to migrate. */
export async function startMigration(options: TestServerOptions = {}): Promise<{
  vendor: AmplitudeServer & { token: string };
  server: TestServer;
  /** The body `migrate` sends, for tests that need the raw response. */
  request(more?: Record<string, unknown>): Record<string, unknown>;
  migrate(more?: Record<string, unknown>, query?: string): ReturnType<TestServer["call"]>;
  close(): Promise<void>;
}> {
  const vendor = await startAmplitude();
  const server = await startTestServer({
    ...options,
    config: { AMPLITUDE_EXPORT_URL: vendor.url, ...options.config },
    deps: { tuning: { migrationRetry: QUICK_RETRY }, ...options.deps },
  });
  const token = (await server.call("GET", "projects/1")).body.results.token as string;
  const request = (more = {}) => ({
    SOURCE_API_KEY: KEY,
    SOURCE_API_SECRET: SECRET,
    PROJECT_TOKEN: token,
    START_DATE: "2026-01-10",
    END_DATE: "2026-01-11",
    ...more,
  });
  return {
    vendor: Object.assign(vendor, { token }),
    server,
    request,
    migrate: (more = {}, query = "") =>
      server.call("POST", `/migrate/amplitude${query}`, { as: null, body: request(more) }),
    async close() {
      await server.close();
      await vendor.close();
    },
  };
}
