import type { BigQuery, Job, QueryRowsResponse } from "@google-cloud/bigquery";
import {
  type Cell,
  type Column,
  type ConnectContext,
  ConnectorError,
  type Session,
  type TableRef,
} from "../../connector.ts";
import { listTables } from "./catalog.ts";
import { describeTable } from "./describe.ts";
import { bigqueryDialect, nameOf } from "./dialect.ts";
import { toConnectorError } from "./failures.ts";
import { decoderOf } from "./types.ts";

const PAGE_ROWS = 10_000;

type Facts = {
  projectId: string;
  isEncrypted: boolean;
  bytesBilledMax: string | undefined;
  context: ConnectContext;
};
type Page = (string | null)[][];

/** A job for each question, its answer page by page. */
export function bigquerySession(
  client: BigQuery,
  { projectId, isEncrypted, bytesBilledMax, context }: Facts,
): Session {
  const { signal } = context;
  /** All tables are read as of then. Views and tables outside of BigQuery cannot be. */
  let momentMs: number | undefined;
  const timeless = new Set<string>();

  const tableSql = (table: TableRef): string => {
    const name = nameOf({ project: projectId, ...table });
    if (momentMs === undefined || timeless.has(name)) return name;
    return `(select * from ${name} for system_time as of timestamp_millis(${momentMs}))`;
  };

  async function* pages(sql: string): AsyncGenerator<Page> {
    try {
      const [job] = await stoppable(
        client.createQueryJob({
          query: sql,
          useLegacySql: false,
          jobTimeoutMs: context.statementTimeoutMs,
          ...(bytesBilledMax === undefined ? {} : { maximumBytesBilled: bytesBilledMax }),
        }),
        signal,
      );
      yield* pagesOf(job, signal);
    } catch (cause) {
      throw toConnectorError(cause);
    }
  }
  const ask: Session["ask"] = async (sql) => {
    const rows: (string | null)[][] = [];
    for await (const page of pages(sql)) rows.push(...page);
    return rows;
  };
  const asking = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await stoppable(work, signal);
    } catch (cause) {
      throw toConnectorError(cause);
    }
  };
  const now = async (): Promise<number> => {
    const [[ms] = []] = await ask("select unix_millis(current_timestamp())");
    return Number(ms);
  };

  return {
    isEncrypted,
    dialect: bigqueryDialect(tableSql),
    ask,
    now,
    catalog: (wanted) => asking(listTables(client, wanted)),
    async describe(table) {
      const described = await asking(describeTable(client, table));
      if (described.isView) timeless.add(nameOf({ project: projectId, ...table }));
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
    close: async () => undefined,
  };
}

/** As they come over the wire: what the client would make of them loses digits of wide numbers and of times. */
async function* pagesOf(job: Job, signal: AbortSignal): AsyncGenerator<Page> {
  let next: object | null = { maxResults: PAGE_ROWS };
  try {
    while (next !== null) {
      const asked: object = { ...next, skipParsing: true, autoPaginate: false };
      const [rows, more]: QueryRowsResponse = await stoppable(job.getQueryResults(asked), signal);
      next = more ?? null;
      if (rows.length > 0)
        yield rows.map(({ f }: RawRow) => f.map(({ v }) => (v === null ? null : String(v))));
    }
  } finally {
    // Nobody waits for the rest of it.
    if (next !== null) job.cancel().catch(() => undefined);
  }
}

type RawRow = { f: { v: unknown }[] };

const toCell = (text: string | null | undefined, decode: (text: string) => Cell): Cell =>
  text === null || text === undefined ? null : decode(text);

/** The client knows no signals. */
async function stoppable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new ConnectorError("unreachable", "the run was stopped"));
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
