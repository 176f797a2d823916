import type { EventStore, LookupColumn } from "../../events/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { holdsCell } from "./column-types.ts";
import type { CsvRow } from "./csv-rows.ts";
import { type CsvSource, readCsv, type SourceFailure } from "./read-csv.ts";
import type { LookupTablesStore } from "./tables-store.ts";

/** A row that a file and a table do not both have. `columns`: both have its key, and these cells are not the same. */
export type RowDifference = { side: "file" | "table"; key: string; columns: string[] | null };
export type TableComparison = { fileRows: number; tableRows: number; isEqual: boolean };
export type CompareFailure =
  | SourceFailure
  | { code: "table_not_found"; tableId: string }
  | { code: "too_many_rows"; rowsMax: number }
  | { code: "store_busy" };

export type CompareDeps = {
  tables: LookupTablesStore;
  store: Pick<EventStore, "lookupTables" | "lookUp" | "query">;
  rowsMax: number;
};
export type CompareOptions = { signal: AbortSignal; differs(difference: RowDifference): void };

const KEYS_ASKED = 500;
const KEYS_PAGE = 10_000;

/** Holds a file against a table's content, cell by cell, and says where they differ. Nothing is changed. */
export async function compareTable(
  deps: CompareDeps,
  projectId: number,
  tableId: string,
  source: CsvSource,
  options: CompareOptions,
): Promise<Result<TableComparison, CompareFailure>> {
  if (!(await deps.tables.find(projectId, tableId))) return fail({ code: "table_not_found", tableId });
  const found = (await deps.store.lookupTables(projectId)).find(({ id }) => id === tableId);
  const comparing = new Comparing(found?.columns ?? [], options, (keys) =>
    deps.store.lookUp(projectId, tableId, keys),
  );
  const read = await readCsv(source, async (rows) => {
    for (let at = 0; at < rows.length && comparing.rows <= deps.rowsMax; at += KEYS_ASKED) {
      options.signal.throwIfAborted();
      await comparing.take(rows.slice(at, at + KEYS_ASKED));
    }
  });
  if (!read.ok) return read;
  if (comparing.rows > deps.rowsMax) return fail({ code: "too_many_rows", rowsMax: deps.rowsMax });
  const tableRows = found?.rows ?? 0;
  if (found !== undefined && comparing.known < tableRows) {
    const named = await nameOthers(deps, projectId, found.relation, comparing.keys, options);
    if (!named.ok) return named;
  }
  const isEqual = comparing.isEqual && comparing.known === tableRows;
  return ok({ fileRows: comparing.rows, tableRows, isEqual });
}

class Comparing {
  rows = 0;
  /** Keys that both sides have. */
  known = 0;
  isEqual = true;
  /** A table has no more of them than fit: they are held while it is uploaded, too. */
  readonly keys = new Set<string>();
  readonly #types: ReadonlyMap<string, LookupColumn["type"]>;
  readonly #options: CompareOptions;
  readonly #lookUp: (keys: string[]) => ReturnType<EventStore["lookUp"]>;
  #names: readonly string[] | undefined;

  constructor(
    columns: readonly LookupColumn[],
    options: CompareOptions,
    lookUp: (keys: string[]) => ReturnType<EventStore["lookUp"]>,
  ) {
    this.#types = new Map(columns.map(({ name, type }) => [name, type]));
    this.#options = options;
    this.#lookUp = lookUp;
  }

  async take(given: readonly CsvRow[]): Promise<void> {
    const cells = given.map((row) => ("cells" in row ? row.cells : []));
    const rows = this.#names === undefined ? cells.slice(1) : cells;
    this.#names ??= cells[0] ?? [];
    this.rows += rows.length;
    const stored = await this.#lookUp(rows.map(([key = ""]) => key));
    for (const row of rows) {
      const [key = ""] = row;
      const known = this.keys.has(key) ? undefined : stored.get(key);
      this.keys.add(key);
      if (known !== undefined) this.known += 1;
      const columns = known === undefined ? null : this.#differing(row, known);
      if (columns?.length === 0) continue;
      this.isEqual = false;
      this.#options.differs({ side: "file", key, columns });
    }
  }

  #differing(row: readonly string[], stored: Readonly<Record<string, unknown>>): string[] {
    const names = this.#names ?? [];
    const gone = Object.keys(stored).filter((name) => !names.includes(name));
    const other = names.filter(
      (name, at) => !holdsCell(stored[name], row[at] ?? "", this.#types.get(name) ?? "varchar"),
    );
    return [...other, ...gone];
  }
}

/** Rows whose keys the file does not have, a page at a time. */
async function nameOthers(
  { store }: CompareDeps,
  projectId: number,
  relation: string,
  keys: ReadonlySet<string>,
  { signal, differs }: CompareOptions,
): Promise<Result<undefined, CompareFailure>> {
  let after = "";
  for (;;) {
    const answer = await store.query(projectId, {
      sql: `select k from ${relation} where k > ? order by k limit ${KEYS_PAGE}`,
      params: [after],
      ...{ timeoutMs: 60_000, rowsMax: KEYS_PAGE, signal },
    });
    signal.throwIfAborted();
    if (!answer.ok) return fail({ code: "store_busy" });
    const page = answer.value.rows.map(([key]) => String(key));
    for (const key of page) if (!keys.has(key)) differs({ side: "table", key, columns: null });
    const last = page.at(-1);
    if (last === undefined || page.length < KEYS_PAGE) return ok(undefined);
    after = last;
  }
}
