import { ensureClients } from "../../../scripts/ensure-clients.mjs";
import { exportLines, waitUntilLoaded } from "../../support/events.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../support/test-server.ts";
import { startTlsFront, type TlsFront } from "./tls-front.ts";

/** A server with a door of TLS, and a project to send to. */
export type ClientsServer = {
  server: TestServer;
  front: TlsFront;
  token: string;
  secret: string;
  /** Events whose property `mark` has this value, as the raw export gives them, by `n`. */
  stored(mark: string): Promise<StoredEvent[]>;
  close(): Promise<void>;
};

export type StoredEvent = { event: string; properties: Record<string, unknown> };

export async function startClientsServer(options: TestServerOptions = {}): Promise<ClientsServer> {
  ensureClients();
  const server = await startTestServer(options);
  const front = await startTlsFront(server.url);
  return {
    server,
    front,
    token: (await server.call("GET", "projects/1")).body.results.token,
    secret: (await server.call("POST", "projects/1/reset-secret")).body.results.api_secret,
    async stored(mark) {
      await waitUntilLoaded(server);
      const events: StoredEvent[] = (await exportLines(server)).map((line) => JSON.parse(line));
      return events
        .filter(({ properties }) => properties.mark === mark)
        .sort((left, right) => Number(left.properties.n) - Number(right.properties.n));
    },
    async close() {
      await front.close();
      await server.close();
    },
  };
}
