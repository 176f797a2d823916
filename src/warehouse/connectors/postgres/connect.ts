import { Client, type ClientConfig } from "pg";
import type { ConnectContext, Connection, DriverSession } from "../../connector.ts";
import { toConnectorError } from "./failures.ts";
import { postgresSession } from "./session.ts";

/** Read-only by the session's own settings, whatever the user may do; times in UTC and in the one form `types.ts` reads. */
const SETTINGS = [
  "default_transaction_read_only=on",
  "timezone=UTC",
  "datestyle=ISO",
  "intervalstyle=iso_8601",
  "bytea_output=hex",
  "extra_float_digits=1",
  "client_min_messages=warning",
];

export async function connectPostgres(
  connection: Connection,
  context: ConnectContext,
): Promise<DriverSession> {
  const client = await openClient(connection, context, {
    statement_timeout: context.statementTimeoutMs,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(" "),
  });
  try {
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    await letGoWhenLeft(client);
    const isEncrypted = "encrypted" in client.connection.stream;
    return postgresSession(client, {
      isEncrypted,
      serverVersion: rows[0]?.version ?? "",
      signal: context.signal,
    });
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw toConnectorError(cause);
  }
}

/** A statement that waits for a lock, or works for hours, ends soon after whoever asked for it has left. Servers before 14 cannot. */
const letGoWhenLeft = (client: Client): Promise<unknown> =>
  client.query("set client_connection_check_interval = '3s'").catch(() => undefined);

/** What a server is told before it says anything. */
type Startup = Pick<ClientConfig, "statement_timeout" | "options">;

/** `prefer` is what libpq does: encrypted where the server can, else plainly. */
export async function openClient(
  connection: Connection,
  context: ConnectContext,
  startup: Startup,
): Promise<Client> {
  const mode = String(connection.ssl_mode ?? "prefer");
  const address = context.addressOf(String(connection.host));
  if (mode === "disable") return await attempt(connection, address, { ssl: false, ...startup }, context);
  const isChecked = mode === "verify-ca" || mode === "verify-full";
  const ssl = {
    rejectUnauthorized: isChecked,
    servername: String(connection.host),
    ...(typeof connection.ssl_ca === "string" ? { ca: connection.ssl_ca } : {}),
    ...(mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {}),
  };
  try {
    return await attempt(connection, address, { ssl, ...startup }, context);
  } catch (cause) {
    if (mode !== "prefer" || !/does not support SSL/.test(String(cause))) throw toConnectorError(cause);
    return await attempt(connection, address, { ssl: false, ...startup }, context);
  }
}

async function attempt(
  connection: Connection,
  address: string,
  settings: Startup & Pick<ClientConfig, "ssl">,
  { connectTimeoutMs }: ConnectContext,
): Promise<Client> {
  const client = new Client({
    host: address,
    port: Number(connection.port ?? 5432),
    database: String(connection.database),
    user: String(connection.username),
    password: String(connection.password ?? ""),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: "tributary",
    ...settings,
  });
  // A connection that breaks while it is idle reports it here; the next statement fails with the same error.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw settings.ssl === false || !/does not support SSL/.test(String(cause))
      ? toConnectorError(cause)
      : cause;
  }
  return client;
}
