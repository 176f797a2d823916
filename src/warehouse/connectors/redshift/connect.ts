import type { ConnectContext, Connection, DriverSession } from "../../connector.ts";
import { openClient } from "../postgres/connect.ts";
import { toConnectorError } from "../postgres/failures.ts";
import { redshiftSession } from "./session.ts";

/** Set once the connection is there: Redshift does not take them with its start-up message, as Postgres does. */
const settings = (statementTimeoutMs: number): readonly string[] => [
  "set timezone to 'UTC'",
  "set datestyle to 'ISO'",
  "set extra_float_digits to 2",
  `set statement_timeout to ${statementTimeoutMs}`,
];

export async function connectRedshift(
  connection: Connection,
  context: ConnectContext,
): Promise<DriverSession> {
  const port = connection.port ?? 5439;
  const client = await openClient({ ...connection, port }, context, {});
  try {
    for (const sql of settings(context.statementTimeoutMs)) await client.query(sql);
    return redshiftSession(client, "encrypted" in client.connection.stream, context.signal);
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw toConnectorError(cause);
  }
}
