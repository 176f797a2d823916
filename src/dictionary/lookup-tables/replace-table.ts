import { type EventStore, encodeChange, type LookupColumn } from "../../events/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { checkTable, type TableFailure } from "./check-table.ts";
import { cellValue } from "./column-types.ts";
import type { LookupFrames } from "./frames.ts";
import { type CsvSource, readCsv } from "./read-csv.ts";
import type { LookupTablesStore } from "./tables-store.ts";
import type { Turns } from "./turns.ts";

export type ReplaceFailure =
  | TableFailure
  | { code: "table_not_found"; tableId: string }
  | { code: "project_full"; rowsMax: number }
  /** Nothing of the table has changed: it can be sent again. */
  | { code: "not_accepted"; reason: string; retryAfterMs: number };

export type ReplaceDeps = {
  tables: LookupTablesStore;
  store: Pick<EventStore, "lookupTables">;
  frames: LookupFrames;
  turns: Turns;
  limits: LookupLimits;
};

/** Rows of one table, and of all tables of a project. */
export type LookupLimits = { rowsMax: number; projectRowsMax: number };

/** Rows of one frame: large enough that frames cost nothing, small enough that a few fit in memory beside the file. */
const PART_BYTES = 1024 * 1024;

/**
 * Puts a file in the place of a table, whole or not at all. It is read twice: once to see whether all of it is right, once to write
 * it. Until the last frame nobody sees anything of it.
 */
export function replaceTable(
  deps: ReplaceDeps,
  projectId: number,
  tableId: string,
  source: CsvSource,
): Promise<Result<{ rows: number }, ReplaceFailure>> {
  return deps.turns.take(async () => {
    if (!(await deps.tables.find(projectId, tableId))) return fail({ code: "table_not_found", tableId });
    const checked = await checkTable(source, deps.limits.rowsMax);
    if (!checked.ok) return checked;
    const { columns, rows } = checked.value;
    const { projectRowsMax } = deps.limits;
    if ((await otherRows(deps, projectId, tableId)) + rows > projectRowsMax)
      return fail({ code: "project_full", rowsMax: projectRowsMax });
    const revision = await deps.tables.nextRevision(projectId, tableId);
    if (revision === undefined) return fail({ code: "table_not_found", tableId });
    const written = await writeRows(deps.frames, projectId, { tableId, revision, columns }, source);
    if (!written.ok) return written;
    const shown = await deps.frames.append(projectId, [
      encodeChange({ kind: "lookup_replace", tableId, revision, columns }),
    ]);
    return shown.ok ? ok({ rows }) : shown;
  });
}

async function otherRows({ store }: ReplaceDeps, projectId: number, tableId: string): Promise<number> {
  const others = (await store.lookupTables(projectId)).filter(({ id }) => id !== tableId);
  return others.reduce((sum, { rows }) => sum + rows, 0);
}

type Revision = { tableId: string; revision: number; columns: readonly LookupColumn[] };

async function writeRows(
  frames: LookupFrames,
  projectId: number,
  { tableId, revision, columns }: Revision,
  source: CsvSource,
): Promise<Result<undefined, ReplaceFailure>> {
  const types = columns.slice(1).map(({ type }) => type);
  let lines: string[] = [];
  let size = 0;
  let isHeader = true;
  let failure: ReplaceFailure | undefined;
  const flush = async () => {
    if (lines.length === 0 || failure !== undefined) return;
    const rows = Buffer.from(lines.join(""));
    lines = [];
    size = 0;
    const appended = await frames.append(projectId, [
      encodeChange({ kind: "lookup_rows", tableId, revision, types, rows }),
    ]);
    if (!appended.ok) failure = appended.failure;
  };
  const read = await readCsv(source, async (rows) => {
    for (const row of rows) {
      if (isHeader) isHeader = false;
      else if ("cells" in row) {
        const line = lineOf(row.cells, columns);
        lines.push(line);
        size += line.length;
        if (size >= PART_BYTES) await flush();
      }
    }
  });
  if (!read.ok) return read;
  await flush();
  return failure === undefined ? ok(undefined) : fail(failure);
}

function lineOf(cells: readonly string[], columns: readonly LookupColumn[]): string {
  const row: Record<string, string | number | boolean | undefined> = { k: cells[0] };
  for (let index = 1; index < columns.length; index += 1) {
    row[`c${index}`] = cellValue(cells[index] ?? "", columns[index]?.type ?? "varchar");
  }
  return `${JSON.stringify(row)}\n`;
}
