import type { Client } from "pg";
import { type Cell, type Column, ConnectorError, type DriverSession, NO_FACTS } from "../../connector.ts";
import { toConnectorError } from "../postgres/failures.ts";
import { decoderOf } from "../postgres/types.ts";
import { listTables } from "./catalog.ts";
import { describeTable } from "./describe.ts";

/** As many as a cluster of one node gives at a time. */
const FETCH_ROWS = 1_000;
const BEGIN = "begin isolation level repeatable read read only";

/** One connection, one statement at a time. */
export function redshiftSession(client: Client, isEncrypted: boolean, signal: AbortSignal): DriverSession {
  let isBegun = false;
  // Whatever waits for an answer hears of it.
  const stop = () => client.connection.stream.destroy(new Error("the run was stopped"));
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const ask: DriverSession["ask"] = async (sql) => {
    try {
      const { rows } = await client.query<(string | null)[]>({ text: sql, rowMode: "array", types: AS_TEXT });
      return rows;
    } catch (cause) {
      throw signal.aborted
        ? new ConnectorError("unreachable", "the run was stopped", { cause })
        : toConnectorError(cause);
    }
  };

  /** By a cursor, which lives in a transaction: Redshift has no COPY to a client. */
  async function* stream(sql: string, columns: readonly Column[]): AsyncIterable<Cell[][]> {
    const decoders = columns.map(({ family }) => decoderOf(family));
    if (!isBegun) await ask(BEGIN);
    let isWhole = false;
    try {
      await ask(`declare tributary_rows cursor for ${sql}`);
      for (;;) {
        const rows = await ask(`fetch forward ${FETCH_ROWS} from tributary_rows`);
        if (rows.length === 0) break;
        yield rows.map((row) => decoders.map((decode, at) => toCell(row[at], decode)));
      }
      isWhole = true;
    } finally {
      const end = isBegun ? "close tributary_rows" : "rollback";
      // What went wrong before matters more than that it could not be tidied up.
      await ask(end).catch((cause: unknown) => {
        if (isWhole) throw cause;
      });
    }
  }

  return {
    isEncrypted,
    facts: () => NO_FACTS,
    ask,
    async now() {
      const [[seconds] = []] = await ask("select extract(epoch from getdate())");
      return Number(seconds) * 1000;
    },
    catalog: (wanted) => listTables(ask, wanted),
    describe: (table) => describeTable(ask, table),
    async begin() {
      await ask(BEGIN);
      isBegun = true;
    },
    stream,
    async close() {
      signal.removeEventListener("abort", stop);
      await client.end().catch(() => undefined);
    },
  };
}

const AS_TEXT = { getTypeParser: () => (value: string) => value };

const toCell = (text: string | null | undefined, decode: (text: string) => Cell): Cell =>
  text === null || text === undefined ? null : decode(text);
