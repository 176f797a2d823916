import { type Cell, type Column, ConnectorError } from "../connector.ts";
import type { SyncOutcome } from "./outcome.ts";
import { countRows } from "./select.ts";
import type { TableSync } from "./table-sync.ts";

const BYTES_MAX = 104_857_600;

/** Puts the table in the place of the lookup table's content, whole or not at all. It is read twice, in one state of the warehouse. */
export async function syncLookup(sync: TableSync): Promise<SyncOutcome> {
  const { deps, import: one, session, tracker } = sync;
  const columns = lookupColumns(sync);
  const { dialect } = session;
  const table = dialect.table(one.table);
  tracker.rowsTotal = await countRows({ session, table, where: null });
  const sql = `select ${columns.map((column) => dialect.select(column)).join(", ")} from ${table}`;
  async function* csv(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${columns.map(({ name }) => quoted(name)).join(",")}\r\n`);
    for await (const rows of session.stream(sql, columns)) {
      yield Buffer.from(rows.map((row) => `${row.map(textOf).join(",")}\r\n`).join(""));
    }
  }
  const source = { open: csv, isGzip: false, bytesMax: BYTES_MAX };
  const replaced = await deps.lookupTables.replace(one.projectId, one.lookupTableId ?? "", source);
  if (!replaced.ok) throw refused(replaced.failure);
  tracker.counts.read = replaced.value.rows;
  tracker.counts.inserted = replaced.value.rows;
  return {
    kind: "full_backfill",
    progress: { reload: false },
    position: deps.frames.synced(),
    settles: "as_sent",
  };
}

/** The key first, then the others. */
function lookupColumns({ described, import: { mapping } }: TableSync): Column[] {
  const usable = described.columns.filter(
    ({ name, family }) => family !== "unsupported" && !mapping.excluded_columns.includes(name),
  );
  const key = usable.find(({ name }) => name === mapping.property_key_column_name);
  if (key === undefined) {
    throw new ConnectorError(
      "role_column_missing",
      `the table has no column '${mapping.property_key_column_name}' any more`,
    );
  }
  return [key, ...usable.filter((column) => column !== key)];
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const textOf = (cell: Cell): string =>
  cell === null ? "" : typeof cell === "string" ? quoted(cell) : String(cell);

function refused(failure: { code: string } & Record<string, unknown>): ConnectorError {
  if (failure.code === "not_accepted")
    return new ConnectorError("store_unavailable", "the rows were not accepted");
  const isLarge = ["too_large", "too_many_rows", "project_full"].includes(failure.code);
  return new ConnectorError(
    isLarge ? "lookup_too_large" : "lookup_invalid",
    JSON.stringify(failure).slice(0, 1000),
  );
}
