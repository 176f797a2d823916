import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { formatCount } from "../ui/format.ts";
import type { TableColumn } from "../ui/table-types.ts";
import { ImportStateChip } from "./ImportStateChip.tsx";
import { stateWords } from "./import-state.ts";
import { Moment } from "./Moment.tsx";
import type { Import } from "./queries.ts";
import { frequencyOf, kindLabel, modeLabel, tableName } from "./words.ts";

type ImportsTableProps = {
  imports: readonly Import[];
  sourceNames: ReadonlyMap<number, string>;
  toolbar: ReactNode;
};

export function ImportsTable({ imports, sourceNames, toolbar }: ImportsTableProps) {
  const { projectId, can } = useProject();
  const maySeeSources = can("warehouse:read");
  const columns: TableColumn<Import>[] = [
    {
      id: "table",
      header: "Table",
      isName: true,
      className: "min-w-36",
      sortBy: ({ table_params: table }) => tableName(table),
      cell: (one) => <ImportLink one={one} projectId={projectId} />,
    },
    {
      id: "state",
      header: "State",
      sortBy: (one) => stateWords(one, Date.now()).word,
      cell: (one) => <ImportStateChip one={one} />,
    },
    {
      id: "source",
      header: "Source",
      sortBy: (one) => sourceNames.get(one.warehouse_source_id) ?? "",
      cell: (one) =>
        sourceNames.get(one.warehouse_source_id) ??
        `${maySeeSources ? "deleted" : "source"} (${one.warehouse_source_id})`,
    },
    {
      id: "kind",
      header: "Becomes",
      sortBy: (one) => kindLabel(one.import_type),
      cell: (one) => (
        <span className="line-clamp-2 max-w-60 wrap-anywhere" title={becomes(one)}>
          {becomes(one)}
        </span>
      ),
    },
    {
      id: "mode",
      header: "Mode",
      sortBy: (one) => modeLabel(one.sync_mode),
      cell: (one) => modeLabel(one.sync_mode),
    },
    {
      id: "every",
      header: "Frequency",
      sortBy: ({ run_every: every }) => every,
      cell: ({ run_every: every }) => (every === 0 ? "On demand" : frequencyOf(every).label),
    },
    {
      id: "last",
      header: "Last run",
      sortBy: ({ last_dispatch: last }) => last,
      cell: ({ last_dispatch: last }) => <Moment at={last === 0 ? null : last} />,
    },
    {
      id: "rows",
      header: "Last imported",
      align: "right",
      sortBy: ({ last_run: run }) => run?.num_events_imported,
      cell: ({ last_run: run }) => formatCount(run?.num_events_imported ?? run?.rows_read ?? 0),
    },
  ];
  return (
    <DataTable
      label="Imports"
      rows={imports}
      rowId={({ id }) => String(id)}
      columns={columns}
      toolbar={toolbar}
      csvName="warehouse-imports"
      data-testid="warehouse.imports"
    />
  );
}

const becomes = (one: Import): string =>
  one.import_type === "event_stream" && one.event_name !== null
    ? `Events “${one.event_name}”`
    : kindLabel(one.import_type);

/** The record of a deleted import can no longer be opened. */
const ImportLink = ({ one, projectId }: { one: Import; projectId: number }) =>
  one.is_deleted ? (
    <span className="wrap-anywhere text-ink-soft line-through">{tableName(one.table_params)}</span>
  ) : (
    <Link
      to="/p/$projectId/warehouse/$importId"
      params={{ projectId, importId: one.id }}
      className="font-medium wrap-anywhere text-accent-text hover:underline"
    >
      {tableName(one.table_params)}
    </Link>
  );
