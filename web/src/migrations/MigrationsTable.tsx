import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { formatCount, formatMoment } from "../ui/format.ts";
import type { TableColumn } from "../ui/table-types.ts";
import { MigrationStatus } from "./MigrationStatus.tsx";
import type { Migration } from "./queries.ts";
import { migrationWords } from "./words.ts";

export function MigrationsTable({ migrations }: { migrations: readonly Migration[] }) {
  const { projectId, timezone } = useProject();
  const columns = useMemo(() => columnsOf(projectId, timezone), [projectId, timezone]);
  return (
    <DataTable
      label="Migrations"
      rows={migrations}
      rowId={({ job_id }) => job_id}
      columns={columns}
      csvName="migrations"
      data-testid="migrations.table"
    />
  );
}

const columnsOf = (projectId: number, timezone: string): TableColumn<Migration>[] => [
  {
    id: "created",
    header: "Started",
    isName: true,
    sortBy: ({ created }) => created,
    cell: (migration) => (
      <>
        <Link
          to="/p/$projectId/migrations/$jobId"
          params={{ projectId, jobId: migration.job_id }}
          className="font-medium text-accent-text hover:underline"
        >
          {migrationWords(migration)}
        </Link>
        <span className="block text-xs text-ink-soft">{formatMoment(migration.created, timezone)}</span>
      </>
    ),
  },
  {
    id: "state",
    header: "State",
    sortBy: ({ state }) => state,
    cell: ({ state, percent }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <MigrationStatus state={state} />
        {state === "running" ? `${percent} %` : null}
      </span>
    ),
  },
  {
    id: "days",
    header: "Days",
    className: "whitespace-nowrap",
    sortBy: ({ start_date }) => start_date,
    cell: ({ start_date, end_date }) => `${start_date} to ${end_date}`,
  },
  {
    id: "exported",
    header: "Exported",
    align: "right",
    sortBy: ({ events }) => events.exported,
    cell: ({ events }) => formatCount(events.exported),
  },
  {
    id: "loaded",
    header: "Loaded",
    align: "right",
    sortBy: ({ events }) => events.loaded,
    cell: ({ events, dry_run }) => (dry_run ? "–" : formatCount(events.loaded)),
  },
  {
    id: "errors",
    header: "Errors",
    align: "right",
    sortBy: ({ errors_total }) => errors_total,
    cell: ({ errors_total }) => formatCount(errors_total),
  },
];
