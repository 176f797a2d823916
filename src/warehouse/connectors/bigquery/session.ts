import {
  type Cell,
  type Column,
  type ConnectContext,
  ConnectorError,
  type DriverSession,
  NO_FACTS,
  tableKey,
} from "../../connector.ts";
import type { Api } from "./api.ts";
import { listTables } from "./catalog.ts";
import { describeTable } from "./describe.ts";
import { nameOf } from "./dialect.ts";
import { toConnectorError } from "./failures.ts";
import { type Page, runQuery } from "./jobs.ts";
import { decoderOf } from "./types.ts";

type Facts = {
  projectId: string;
  location: string | undefined;
  bytesBilledMax: string | undefined;
  context: ConnectContext;
};

/** A job for each query, its answer page by page. */
export function bigquerySession(api: Api, facts: Facts): DriverSession {
  const { projectId, context } = facts;
  const { signal } = context;
  /** All tables are read as of then. Views and tables outside of BigQuery cannot be. */
  let momentMs: number | null = null;
  const timeless: Record<string, string> = {};

  const failed = (cause: unknown): ConnectorError =>
    signal.aborted
      ? new ConnectorError("unreachable", "the run was stopped", { cause })
      : toConnectorError(cause);
  async function* pages(sql: string): AsyncGenerator<Page> {
    try {
      yield* runQuery(api, sql, { ...facts, timeoutMs: context.statementTimeoutMs });
    } catch (cause) {
      throw failed(cause);
    }
  }
  const ask: DriverSession["ask"] = async (sql) => {
    const rows: (string | null)[][] = [];
    for await (const page of pages(sql)) rows.push(...page);
    return rows;
  };
  const asking = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      throw failed(cause);
    }
  };
  const now = async (): Promise<number> => {
    const [[ms] = []] = await ask("select unix_millis(current_timestamp())");
    return Number(ms);
  };

  return {
    isEncrypted: api.isEncrypted,
    facts: () => ({ ...NO_FACTS, momentMs, relations: timeless }),
    ask,
    now,
    catalog: (wanted) => asking(listTables(api, projectId, wanted)),
    async describe(table) {
      const described = await asking(describeTable(api, projectId, table));
      if (described.isView) timeless[tableKey(table)] = nameOf({ project: projectId, ...table });
      return described;
    },
    async begin() {
      momentMs = await now();
    },
    async *stream(sql: string, columns: readonly Column[]): AsyncIterable<Cell[][]> {
      const decoders = columns.map(({ family }) => decoderOf(family));
      for await (const page of pages(sql)) {
        yield page.map((row) => decoders.map((decode, at) => toCell(row[at], decode)));
      }
    },
    close: async () => api.close(),
  };
}

const toCell = (text: string | null | undefined, decode: (text: string) => Cell): Cell =>
  text === null || text === undefined ? null : decode(text);
