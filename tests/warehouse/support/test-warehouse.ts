import type {
  Cell,
  Column,
  Connection,
  Connector,
  Session,
  TableRef,
} from "../../../src/warehouse/connector.ts";
import { openInProcess, type SessionOptions } from "../../../src/warehouse/process/open-session.ts";

/** A warehouse that a suite makes tables in. The suite speaks of types by these names, the warehouse by its own. */
export type TestWarehouse = {
  connector: Connector;
  connection: Connection;
  filesFolder: string | null;
  types: {
    int: string;
    bigint: string;
    text: string;
    /** Ten digits, two or four of them behind the point. */
    decimal2: string;
    decimal4: string;
    float: string;
    date: string;
    timestamp: string;
    /** Null: this warehouse has none. */
    json: string | null;
  };
  /** A statement that makes or changes tables; names in it go through `name`. */
  run(sql: string): Promise<void>;
  /** A name of a table or column as its SQL wants it. */
  name(identifier: string): string;
  /** The table as an import names it. */
  ref(table: string): TableRef;
  close(): Promise<void>;
};

export function contextOf(
  warehouse: Pick<TestWarehouse, "filesFolder">,
  signal?: AbortSignal,
): SessionOptions {
  return {
    resolve: async (host) => (host === "localhost" ? "127.0.0.1" : host),
    filesFolder: warehouse.filesFolder,
    statementTimeoutMs: 60_000,
    connectTimeoutMs: 5_000,
    signal: signal ?? new AbortController().signal,
  };
}

export const connectTo = (
  warehouse: TestWarehouse,
  change: Connection = {},
  signal?: AbortSignal,
): Promise<Session> =>
  openInProcess(warehouse.connector, { ...warehouse.connection, ...change }, contextOf(warehouse, signal));

export async function withSession<T>(
  warehouse: TestWarehouse,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await connectTo(warehouse);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

export type Row = { [column: string]: Cell };

/** What a table's cells look like here, by name. */
export async function readTable(session: Session, ref: TableRef, where = ""): Promise<Row[]> {
  const { columns } = await session.describe(ref);
  const wanted = columns.filter(({ family }) => family !== "unsupported");
  const list = wanted.map((column) => session.dialect.select(column)).join(", ");
  const rows: Row[] = [];
  for await (const page of session.stream(
    `select ${list} from ${session.dialect.table(ref)} t ${where}`,
    wanted,
  )) {
    for (const cells of page) {
      rows.push(Object.fromEntries(wanted.map(({ name }, at) => [name, cells[at] ?? null])));
    }
  }
  return rows;
}

const LANES: readonly Column[] = ["_wh_l0", "_wh_l1", "_wh_l2", "_wh_l3"].map((name) => ({
  name,
  nativeType: "bigint",
  family: "integer",
  nullable: false,
}));

/** The digests of a table's rows by the value of its first column. */
export async function digestsOf(session: Session, ref: TableRef): Promise<Map<string, string>> {
  const { columns } = await session.describe(ref);
  const [first] = columns;
  if (first === undefined) throw new Error("a table without columns");
  const { dialect } = session;
  const relation = dialect.digested({
    table: dialect.table(ref),
    columns: columns.filter(({ family }) => family !== "unsupported"),
    keep: [dialect.quote(first.name)],
    where: null,
  });
  const found = new Map<string, string>();
  for await (const page of session.stream(
    `select ${dialect.select(first)}, ${LANES.map(({ name }) => name).join()} from ${relation} d`,
    [first, ...LANES],
  )) {
    for (const [key, ...lanes] of page) found.set(String(key), lanes.join("-"));
  }
  return found;
}
