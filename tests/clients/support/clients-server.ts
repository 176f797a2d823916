import { ensureClients } from "../../../scripts/ensure-clients.mjs";
import { exportLines, waitUntilLoaded } from "../../support/events.ts";
import { waitUntilApplied } from "../../support/profiles.ts";
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
  /** What is known of a person or a group, apart from when it was last heard of. Undefined: nothing. */
  person(id: string): Promise<Properties | undefined>;
  group(key: string, id: string): Promise<Properties | undefined>;
  close(): Promise<void>;
};

export type Properties = Record<string, unknown>;
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
    person: (id) => profile(server, `profiles/${encodeURIComponent(id)}`),
    group: (key, id) => profile(server, `group-profiles/${key}/${encodeURIComponent(id)}`),
    async close() {
      await front.close();
      await server.close();
    },
  };
}

async function profile(server: TestServer, path: string): Promise<Properties | undefined> {
  await waitUntilApplied(server);
  const { status, body } = await server.call("GET", `projects/1/${path}`);
  if (status === 404) return undefined;
  const { $last_seen: _, ...properties } = body.results.properties;
  return properties;
}
