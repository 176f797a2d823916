import type { Socket } from "node:net";
import type { Connection as MysqlConnection, RowDataPacket } from "mysql2";
import { type Cell, type Column, ConnectorError, type DriverSession, NO_FACTS } from "../../connector.ts";
import { listTables } from "./catalog.ts";
import { describeTable } from "./describe.ts";
import { toConnectorError } from "./failures.ts";
import { decoderOf } from "./types.ts";

/** Rows handed on at a time. */
const PAGE_ROWS = 2_000;

type Opened = { connection: MysqlConnection; socket: Socket; isEncrypted: boolean };

/** One connection, one statement at a time. */
export function mysqlSession(
  { connection, socket, isEncrypted }: Opened,
  version: string,
  signal: AbortSignal,
): DriverSession {
  // Whatever waits for an answer hears of it, which a connection that is closed in order would not tell.
  const stop = () => socket.destroy(new ConnectorError("unreachable", "the run was stopped"));
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const ask: DriverSession["ask"] = async (sql) => {
    try {
      const [rows] = await connection.promise().query<RowDataPacket[]>({
        sql,
        rowsAsArray: true,
        typeCast: (field) => field.string(),
      });
      // A statement that sets something answers with no rows.
      return Array.isArray(rows) ? rows.map((row) => Object.values(row)) : [];
    } catch (cause) {
      throw toConnectorError(cause);
    }
  };
  return {
    isEncrypted,
    facts: () => ({ ...NO_FACTS, version }),
    ask,
    async now() {
      const [[seconds] = []] = await ask("select unix_timestamp(sysdate(3))");
      return Math.round(Number(seconds) * 1000);
    },
    catalog: (wanted) => listTables(ask, wanted),
    describe: (table) => describeTable(ask, table),
    oldestWriter: () => findOldestWriter(ask),
    async begin() {
      await ask("set session transaction isolation level repeatable read");
      await ask("start transaction with consistent snapshot, read only");
    },
    stream: (sql, columns) => stream({ connection, socket }, sql, columns),
    async close() {
      signal.removeEventListener("abort", stop);
      // A reader that stopped half-way leaves rows behind, which a farewell would wait for.
      if (busy.has(connection)) socket.destroy();
      else
        await connection
          .promise()
          .end()
          .catch(() => undefined);
    },
  };
}

/** Connections in the middle of an answer. */
const busy = new WeakSet<MysqlConnection>();

async function* stream(
  { connection, socket }: Pick<Opened, "connection" | "socket">,
  sql: string,
  columns: readonly Column[],
): AsyncIterable<Cell[][]> {
  const decoders = columns.map(({ family }) => decoderOf(family));
  // Nobody would hear of it: it was closed while nothing was asked.
  if (socket.destroyed) throw new ConnectorError("unreachable", "the connection was closed");
  const rows = connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: PAGE_ROWS });
  busy.add(connection);
  // mysql2 tells nobody who reads rows that there will be no more of them.
  const lost = () =>
    rows.destroy(new ConnectorError("unreachable", "the connection was closed in the middle of an answer"));
  socket.once("close", lost);
  try {
    let page: Cell[][] = [];
    for await (const row of rows as AsyncIterable<unknown[]>) {
      page.push(decoders.map((decode, at) => decode(row[at])));
      if (page.length < PAGE_ROWS) continue;
      yield page;
      page = [];
    }
    busy.delete(connection);
    if (page.length > 0) yield page;
  } catch (cause) {
    throw toConnectorError(cause);
  } finally {
    socket.off("close", lost);
  }
}

/**
 * Others' transactions are seen with the PROCESS right only; without it the look-back has to do. The server tells their start in
 * its own zone, so how long ago that was is what counts.
 */
async function findOldestWriter(ask: DriverSession["ask"]): Promise<string | null> {
  try {
    const [[text] = []] = await ask(`select date_format(utc_timestamp(3) - interval (1 +
        timestampdiff(second, min(trx_started), convert_tz(utc_timestamp(), '+00:00', 'SYSTEM'))) second, '%Y-%m-%dT%H:%i:%s.%fZ')
      from information_schema.innodb_trx where trx_rows_modified > 0 and trx_mysql_thread_id <> connection_id()`);
    return text ?? null;
  } catch (cause) {
    if (cause instanceof ConnectorError && cause.code === "permission_denied") return null;
    throw cause;
  }
}
