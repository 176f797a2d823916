import { connect as connectSocket, type Socket } from "node:net";
import {
  type ConnectionOptions,
  createConnection,
  type Connection as MysqlConnection,
  type RowDataPacket,
} from "mysql2";
import { type ConnectContext, type Connection, ConnectorError, type DriverSession } from "../../connector.ts";
import { toConnectorError } from "./failures.ts";
import { mysqlSession } from "./session.ts";

type Opened = { connection: MysqlConnection; socket: Socket; isEncrypted: boolean };

export async function connectMysql(connection: Connection, context: ConnectContext): Promise<DriverSession> {
  const opened = await open(connection, context);
  try {
    const [rows] = await opened.connection.promise().query<RowDataPacket[]>("select version() as version");
    const version = String(rows[0]?.version ?? "");
    await opened.connection.promise().query(settings(version, context.statementTimeoutMs));
    return mysqlSession(opened, version, context.signal);
  } catch (cause) {
    opened.socket.destroy();
    throw toConnectorError(cause);
  }
}

/**
 * Read-only and of one moment by the session's own settings, times in UTC, and quotes doubled as the one way to write a quote in a
 * text. A reader that stores what it reads may pause for long: the server has to wait for it.
 */
function settings(version: string, statementTimeoutMs: number): string {
  const timeout = version.includes("MariaDB")
    ? `max_statement_time = ${statementTimeoutMs / 1000}`
    : `max_execution_time = ${statementTimeoutMs}`;
  const readOnly = version.includes("MariaDB") ? "tx_read_only = 1" : "transaction_read_only = 1";
  return `set session time_zone = '+00:00', sql_mode = 'NO_BACKSLASH_ESCAPES', net_write_timeout = 3600, ${timeout}, ${readOnly}`;
}

/** `prefer`: encrypted where the server can, else plainly. */
async function open(connection: Connection, context: ConnectContext): Promise<Opened> {
  const mode = String(connection.ssl_mode ?? "prefer");
  const address = context.addressOf(String(connection.host));
  if (mode === "disable") return await attempt(connection, address, undefined, context);
  const ssl = {
    rejectUnauthorized: mode === "verify-ca" || mode === "verify-full",
    verifyIdentity: mode === "verify-full",
    ...(typeof connection.ssl_ca === "string" ? { ca: connection.ssl_ca } : {}),
  };
  try {
    return await attempt(connection, address, ssl, context);
  } catch (cause) {
    const isPlain = cause instanceof ConnectorError && codeOf(cause.cause) === "HANDSHAKE_NO_SSL_SUPPORT";
    if (mode !== "prefer" || !isPlain) throw cause;
    return await attempt(connection, address, undefined, context);
  }
}

const codeOf = (cause: unknown): unknown =>
  cause instanceof Error && "code" in cause ? cause.code : undefined;

async function attempt(
  connection: Connection,
  address: string,
  ssl: ConnectionOptions["ssl"],
  { connectTimeoutMs }: ConnectContext,
): Promise<Opened> {
  const port = Number(connection.port ?? 3306);
  // A socket of our own leads to the address that was allowed, while certificates are held against the host's name.
  const socket = connectSocket({ host: address, port, noDelay: true, keepAlive: true });
  const opened = createConnection({
    host: String(connection.host),
    port,
    stream: () => socket,
    user: String(connection.username),
    password: String(connection.password ?? ""),
    database: String(connection.database),
    charset: "utf8mb4",
    connectTimeout: connectTimeoutMs,
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
    ...(ssl === undefined ? {} : { ssl }),
  });
  // A connection that breaks while it is idle reports it here; the next statement fails with the same error.
  opened.on("error", () => undefined);
  try {
    await opened.promise().connect();
    return { connection: opened, socket, isEncrypted: ssl !== undefined };
  } catch (cause) {
    socket.destroy();
    throw toConnectorError(cause);
  }
}
