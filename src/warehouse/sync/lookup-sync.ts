import { type Cell, type Column, ConnectorError } from "../connector.ts";
import type { FailureCode } from "../failures.ts";
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

type ReplaceFailure = Extract<
  Awaited<ReturnType<TableSync["deps"]["lookupTables"]["replace"]>>,
  { ok: false }
>["failure"];

function refused(failure: ReplaceFailure): ConnectorError {
  const as = (code: FailureCode, message: string) => new ConnectorError(code, message);
  switch (failure.code) {
    case "not_accepted":
      return as("store_unavailable", "the rows were not accepted");
    case "too_large":
      return as("lookup_too_large", `the table is more than ${BYTES_MAX / 1_048_576} MB as CSV`);
    case "too_many_rows":
      return as("lookup_too_large", `the table has more than ${failure.rowsMax} rows`);
    case "project_full":
      return as("lookup_too_large", "the project has no room for more rows of lookup tables");
    case "rows_invalid": {
      const some = failure.failed.map(({ index, message }) => `row ${index + 1}: ${message}`);
      return as("lookup_invalid", some.join("; ").slice(0, 1000));
    }
    case "header_invalid":
      return as("lookup_invalid", `the names of its columns do not fit: ${failure.reason}`);
    default:
      return as("lookup_invalid", `the lookup table cannot be replaced: ${failure.code}`);
  }
}
