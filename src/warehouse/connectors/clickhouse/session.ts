import { type Cell, type Column, ConnectorError, type DriverSession, NO_FACTS } from "../../connector.ts";
import { listTables } from "./catalog.ts";
import { describeTable } from "./describe.ts";
import { toConnectorError } from "./failures.ts";
import type { ClickhouseHttp } from "./http.ts";
import { parseExactly, readTabs } from "./read-answers.ts";
import { decoderOf } from "./types.ts";

export type SessionFacts = { isEncrypted: boolean; signal: AbortSignal };

/** A request for each query; nothing holds them together. */
export function clickhouseSession(
  http: ClickhouseHttp,
  { isEncrypted, signal }: SessionFacts,
): DriverSession {
  const toError = (cause: unknown): ConnectorError =>
    signal.aborted
      ? new ConnectorError("unreachable", "the run was stopped", { cause })
      : toConnectorError(cause);
  const ask: DriverSession["ask"] = async (sql) => {
    try {
      return readTabs(await http.text(sql));
    } catch (cause) {
      throw toError(cause);
    }
  };
  async function* stream(sql: string, columns: readonly Column[]): AsyncIterable<Cell[][]> {
    const decoders = columns.map(({ family }) => decoderOf(family));
    try {
      for await (const lines of http.lines(sql)) yield toRows(lines, decoders);
    } catch (cause) {
      throw toError(cause);
    }
  }
  return {
    isEncrypted,
    facts: () => NO_FACTS,
    ask,
    async now() {
      const [[ms] = []] = await ask("select toUnixTimestamp64Milli(now64(3))");
      return Number(ms);
    },
    catalog: (wanted) => listTables(ask, wanted),
    describe: (table) => describeTable(ask, table),
    begin: async () => undefined,
    stream,
    close: async () => http.close(),
  };
}

const EXCEPTION_MAX = 2_048;

function toRows(lines: string[], decoders: readonly ((value: unknown) => Cell)[]): Cell[][] {
  return lines.map((line, at) => {
    // An answer that goes wrong half-way ends with the words of an exception instead of a row.
    if (!line.startsWith("[")) throw new Error(lines.slice(at).join("\n").slice(0, EXCEPTION_MAX));
    const row = parseExactly(line);
    return decoders.map((decode, column) => decode(row[column]));
  });
}
