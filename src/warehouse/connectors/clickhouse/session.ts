import type { ClickHouseClient } from "@clickhouse/client";
import { type Cell, type Column, ConnectorError, type Session } from "../../connector.ts";
import { listTables } from "./catalog.ts";
import { describeTable } from "./describe.ts";
import { clickhouseDialect } from "./dialect.ts";
import { toConnectorError } from "./failures.ts";
import { parseExactly, readTabs } from "./read-answers.ts";
import { decoderOf } from "./types.ts";

export type SessionFacts = { isEncrypted: boolean; signal: AbortSignal };

/** A request for each question; nothing holds them together. */
export function clickhouseSession(client: ClickHouseClient, { isEncrypted, signal }: SessionFacts): Session {
  const toError = (cause: unknown): ConnectorError =>
    signal.aborted
      ? new ConnectorError("unreachable", "the run was stopped", { cause })
      : toConnectorError(cause);
  const ask: Session["ask"] = async (sql) => {
    try {
      // The client does not look at a signal that is aborted already.
      signal.throwIfAborted();
      const answer = await client.query({ query: sql, format: "TabSeparated", abort_signal: signal });
      return readTabs(await answer.text());
    } catch (cause) {
      throw toError(cause);
    }
  };
  async function* stream(sql: string, columns: readonly Column[]): AsyncIterable<Cell[][]> {
    const decoders = columns.map(({ family }) => decoderOf(family));
    try {
      const answer = await client.query({ query: sql, format: "JSONCompactEachRow", abort_signal: signal });
      const pages = answer.stream();
      // The client itself listens only until the answer begins.
      const stop = () => pages.destroy(new Error("the run was stopped"));
      signal.addEventListener("abort", stop, { once: true });
      try {
        signal.throwIfAborted();
        for await (const rows of pages) yield rows.map(({ text }) => toCells(text, decoders));
      } finally {
        signal.removeEventListener("abort", stop);
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
  const row = parseExactly(line);
  return decoders.map((decode, at) => decode(row[at]));
}
