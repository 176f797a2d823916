import { DataTable } from "../ui/DataTable.tsx";
import { formatCount } from "../ui/format.ts";
import type { TableColumn } from "../ui/table-types.ts";
import type { Migration } from "./queries.ts";

type Row = Migration["errors"][number] & { id: string };

/** What went wrong, line by line as far as it is told. */
export function MigrationErrors({ migration }: { migration: Migration }) {
  const { errors, errors_total: total } = migration;
  if (errors.length === 0) return null;
  const rows = errors.map((error, place) => ({ ...error, id: String(place) }));
  return (
    <section aria-label="Errors">
      <h2 className="mb-2 font-semibold">
        {errors.length < total ? `The first ${errors.length} of ${formatCount(total)} errors` : "Errors"}
      </h2>
      <DataTable
        label="Errors"
        rows={rows}
        rowId={({ id }) => id}
        columns={COLUMNS}
        csvName={`migration_${migration.job_id}_errors`}
        data-testid="migrations.errors"
      />
    </section>
  );
}

const COLUMNS: TableColumn<Row>[] = [
  {
    id: "slice",
    header: "Part",
    isName: true,
    sortBy: ({ slice }) => slice,
    cell: ({ slice }) => slice ?? "all of it",
  },
  { id: "line", header: "Line", align: "right", sortBy: ({ line }) => line, cell: ({ line }) => line ?? "–" },
  { id: "code", header: "Kind", sortBy: ({ code }) => code, cell: ({ code }) => code.replaceAll("_", " ") },
  {
    id: "message",
    header: "What",
    sortBy: ({ message }) => message,
    cell: ({ message }) => <span className="wrap-anywhere">{message}</span>,
  },
];
