import { type Connection, type Connector, ConnectorError, type Session } from "../connector.ts";
import { findConnector } from "../connectors/registry.ts";
import type { WarehouseDeps } from "../deps.ts";
import { openInProcess } from "../process/open-session.ts";
import type { WarehouseSource } from "../types.ts";

export type OpenDeps = Pick<WarehouseDeps, "sealing" | "outbound" | "filesFolder">;

const CONNECT_TIMEOUT_MS = 15_000;
/** 20 hours: whatever takes longer has gone wrong. */
const STATEMENT_TIMEOUT_MS = 72_000_000;

export const aboutSecret = (sourceId: number, name: string): string => `warehouse_source/${sourceId}/${name}`;

/** What a connector gets: the values of a source with its secrets opened. Throws `ConnectorError`. */
export function connectionOf(deps: Pick<OpenDeps, "sealing">, source: WarehouseSource): Connection {
  const connection: Record<string, string | number | boolean> = { ...source.connection };
  for (const [name, sealed] of Object.entries(source.secrets)) {
    const secret = deps.sealing.open(sealed, aboutSecret(source.id, name));
    if (secret === undefined) {
      throw new ConnectorError(
        "auth_failed",
        `the stored ${name} cannot be opened with this server's SECRET_KEY`,
        {
          hint: `Start the server with the SECRET_KEY that sealed it, or send '${name}' again with PATCH.`,
        },
      );
    }
    connection[name] = secret;
  }
  return connection;
}

export type ConnectOptions = { signal: AbortSignal; statementTimeoutMs?: number; connectTimeoutMs?: number };

/** Throws `ConnectorError`, with every secret taken out of its message. */
export async function openSession(
  deps: OpenDeps,
  type: string,
  connection: Connection,
  {
    signal,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
  }: ConnectOptions,
): Promise<Session> {
  return await openInProcess(connectorOf(type), connection, {
    resolve: (host) => resolve(deps, host),
    filesFolder: deps.filesFolder,
    ...{ statementTimeoutMs, connectTimeoutMs, signal },
  });
}

export const openSource = (
  deps: OpenDeps,
  source: WarehouseSource,
  options: ConnectOptions,
): Promise<Session> => openSession(deps, source.type, connectionOf(deps, source), options);

function connectorOf(type: string): Connector {
  const connector = findConnector(type);
  if (connector === undefined || connector === "not_built_yet") {
    throw new ConnectorError("not_built_yet", `${type} cannot be connected yet`);
  }
  return connector;
}

async function resolve({ outbound }: Pick<OpenDeps, "outbound">, host: string): Promise<string> {
  const found = await outbound.resolve(host);
  if (found.ok) return found.value;
  const { failure } = found;
  if (failure.code === "host_not_found")
    throw new ConnectorError("host_not_found", `there is no host '${host}'`);
  throw new ConnectorError("host_not_allowed", `the server does not connect to ${host} (${failure.address})`);
}
