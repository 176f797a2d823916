import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type ClickHouseSettings, createClient } from "@clickhouse/client";
import { type ConnectContext, type Connection, ConnectorError, type Session } from "../../connector.ts";
import { toConnectorError } from "./failures.ts";
import { clickhouseSession } from "./session.ts";

export async function connectClickhouse(connection: Connection, context: ConnectContext): Promise<Session> {
  const host = String(connection.host);
  const address = await context.resolve(host);
  const isSecure = connection.secure === true;
  const scheme = isSecure ? "https" : "http";
  const name = isIP(host) === 6 ? `[${host}]` : host;
  const client = createClient({
    url: `${scheme}://${name}:${connection.port ?? 8123}`,
    username: String(connection.username ?? "default"),
    password: String(connection.password ?? ""),
    database: String(connection.database ?? "default"),
    application: "tributary",
    request_timeout: context.statementTimeoutMs,
    http_agent: agentOf(address, isSecure, connection.ssl_ca),
    clickhouse_settings: settings(context.statementTimeoutMs),
    // What goes wrong is told by whoever asked.
    log: { level: 127 },
  });
  try {
    const early = AbortSignal.any([context.signal, AbortSignal.timeout(context.connectTimeoutMs)]);
    const answer = await client.query({
      query: "select 1",
      format: "JSONCompactEachRow",
      abort_signal: early,
    });
    await answer.text();
    return clickhouseSession(client, { isEncrypted: isSecure, signal: context.signal });
  } catch (cause) {
    await client.close();
    if (context.signal.aborted) throw new ConnectorError("unreachable", "the run was stopped", { cause });
    throw toConnectorError(cause);
  }
}

/** Names lead to the address that was allowed; certificates are held against the name. */
function agentOf(address: string, isSecure: boolean, ca: unknown): HttpAgent {
  const lookup: LookupFunction = (_, { all }, done) => {
    const family = isIP(address);
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  if (!isSecure) return new HttpAgent({ keepAlive: true, lookup });
  return new HttpsAgent({ keepAlive: true, lookup, ...(typeof ca === "string" ? { ca } : {}) });
}

const settings = (statementTimeoutMs: number): ClickHouseSettings => ({
  // No writing; settings may be set.
  readonly: "2",
  max_execution_time: Math.ceil(statementTimeoutMs / 1000),
  cancel_http_readonly_queries_on_client_close: 1,
  date_time_output_format: "iso",
  // The same for every question, since digests of JSON depend on them.
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_decimals: 0,
  output_format_json_quote_denormals: 1,
  // Rows that a table replaces when it merges its parts are replaced in every answer.
  final: 1,
  // The largest of no values is none, not the beginning of 1970.
  aggregate_functions_null_for_empty: 1,
});
