import { isIP } from "node:net";
import { pinnedAgent } from "../../../platform/outbound/index.ts";
import { type ConnectContext, type Connection, ConnectorError, type DriverSession } from "../../connector.ts";
import { toConnectorError } from "./failures.ts";
import { clickhouseHttp } from "./http.ts";
import { clickhouseSession } from "./session.ts";

export async function connectClickhouse(
  connection: Connection,
  context: ConnectContext,
): Promise<DriverSession> {
  const host = String(connection.host);
  const address = context.addressOf(host);
  const isSecure = connection.secure === true;
  const name = isIP(host) === 6 ? `[${host}]` : host;
  const ca = typeof connection.ssl_ca === "string" ? connection.ssl_ca : undefined;
  const http = clickhouseHttp({
    url: new URL(`${isSecure ? "https" : "http"}://${name}:${connection.port ?? 8123}`),
    address,
    agent: pinnedAgent(address, { isTls: isSecure, ca }),
    username: String(connection.username ?? "default"),
    password: String(connection.password ?? ""),
    parameters: {
      database: String(connection.database ?? "default"),
      ...settings(context.statementTimeoutMs),
    },
    context,
  });
  const session = clickhouseSession(http, { isEncrypted: isSecure, signal: context.signal });
  try {
    const early = AbortSignal.any([context.signal, AbortSignal.timeout(context.connectTimeoutMs)]);
    await http.text("select 1", early);
    return session;
  } catch (cause) {
    http.close();
    if (context.signal.aborted) throw new ConnectorError("unreachable", "the run was stopped", { cause });
    throw toConnectorError(cause);
  }
}

const settings = (statementTimeoutMs: number): Record<string, string> => ({
  // No writing; settings may be set.
  readonly: "2",
  max_execution_time: String(Math.ceil(statementTimeoutMs / 1000)),
  cancel_http_readonly_queries_on_client_close: "1",
  date_time_output_format: "iso",
  // The same for every query, since digests of JSON depend on them.
  output_format_json_quote_64bit_integers: "0",
  output_format_json_quote_decimals: "0",
  output_format_json_quote_denormals: "1",
  // Rows that a table replaces when it merges its parts are replaced in every answer.
  final: "1",
  // The largest of no values is none, not the beginning of 1970.
  aggregate_functions_null_for_empty: "1",
});
