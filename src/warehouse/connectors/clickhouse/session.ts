import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import { type Cell, type Column, ConnectorError, type Session } from "../../connector.ts";
import { listTables } from "./catalog.ts";
import { describeTable } from "./describe.ts";
import { clickhouseDialect } from "./dialect.ts";
import { toConnectorError } from "./failures.ts";
import { decoderOf } from "./types.ts";

export type SessionFacts = { isEncrypted: boolean; signal: AbortSignal };

const EXACT: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
};
/** Numbers inside of nested values are numbers; those of columns come as text anyway. */
const NESTED: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_decimals: 0,
};

/** A request for each question; nothing holds them together. */
export function clickhouseSession(client: ClickHouseClient, { isEncrypted, signal }: SessionFacts): Session {
  const query = (sql: string, settings: ClickHouseSettings) =>
    client.query({
      query: sql,
      format: "JSONCompactEachRow",
      clickhouse_settings: settings,
      abort_signal: signal,
    });
  const toError = (cause: unknown): ConnectorError =>
    signal.aborted
      ? new ConnectorError("unreachable", "the run was stopped", { cause })
      : toConnectorError(cause);
  const ask: Session["ask"] = async (sql) => {
    try {
      const rows = await (await query(sql, EXACT)).json<unknown[]>();
      return rows.map((row) => row.map((value) => (value === null ? null : String(value))));
    } catch (cause) {
      throw toError(cause);
    }
  };
  async function* stream(sql: string, columns: readonly Column[]): AsyncIterable<Cell[][]> {
    const decoders = columns.map(({ family }) => decoderOf(family));
    const isNested = columns.some(({ family }) => family === "json" || family === "list");
    try {
      const answer = await query(sql, isNested ? NESTED : EXACT);
      for await (const rows of answer.stream()) {
        yield rows.map(({ text }) => toCells(text, decoders));
      }
    } catch (cause) {
      throw toError(cause);
    }
  }
  return {
    isEncrypted,
    dialect: clickhouseDialect,
    ask,
    async now() {
      const [[ms] = []] = await ask("select toUnixTimestamp64Milli(now64(3))");
      return Number(ms);
    },
    catalog: (wanted) => listTables(ask, wanted),
    describe: (table) => describeTable(ask, table),
    begin: async () => undefined,
    stream,
    close: () => client.close(),
  };
}

function toCells(line: string, decoders: readonly ((value: unknown) => Cell)[]): Cell[] {
  // An answer that goes wrong half-way ends with the words of an exception instead of a row.
  if (!line.startsWith("[")) throw new Error(line);
  const row: unknown[] = JSON.parse(line);
  return decoders.map((decode, at) => decode(row[at]));
}
