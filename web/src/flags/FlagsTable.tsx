import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { formatMoment } from "../ui/format.ts";
import type { TableColumn } from "../ui/table-types.ts";
import { FlagStatus } from "./FlagStatus.tsx";
import { FlagSwitch } from "./FlagSwitch.tsx";
import type { Flag } from "./queries.ts";
import { servingWords } from "./rollout-words.ts";

export function FlagsTable({ flags }: { flags: readonly Flag[] }) {
  const { projectId, timezone } = useProject();
  const columns = useMemo(() => columnsOf(projectId, timezone), [projectId, timezone]);
  return (
    <DataTable
      label="Flags"
      rows={flags}
      rowId={({ id }) => id}
      columns={columns}
      initialSort={{ column: "name", descending: false }}
      csvName="flags"
      data-testid="flags.table"
    />
  );
}

const columnsOf = (projectId: number, timezone: string): TableColumn<Flag>[] => [
  {
    id: "name",
    header: "Name",
    isName: true,
    className: "min-w-44",
    sortBy: ({ name }) => name.toLowerCase(),
    csv: ({ name }) => name,
    cell: ({ id, name, key }) => (
      <>
        <Link
          to="/p/$projectId/flags/$flagId"
          params={{ projectId, flagId: id }}
          className="font-medium wrap-anywhere text-accent-text hover:underline"
        >
          {name}
        </Link>
        <code className="block font-mono text-xs wrap-anywhere text-ink-soft">{key}</code>
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    sortBy: ({ status }) => status,
    cell: (flag) => (
      <span className="flex items-center gap-2">
        <FlagStatus status={flag.status} />
        {flag.status === "archived" ? null : <FlagSwitch flag={flag} />}
      </span>
    ),
  },
  {
    id: "serves",
    header: "Who gets what",
    className: "min-w-48",
    csv: servingWords,
    cell: (flag) => <span className="wrap-anywhere">{servingWords(flag)}</span>,
  },
  {
    id: "experiment",
    header: "Experiment",
    sortBy: ({ experiment_id }) => experiment_id,
    cell: ({ experiment_id }) =>
      experiment_id === null ? (
        "–"
      ) : (
        <Link
          to="/p/$projectId/experiments/$experimentId"
          params={{ projectId, experimentId: experiment_id }}
          className="text-accent-text hover:underline"
        >
          open
        </Link>
      ),
  },
  {
    id: "changed",
    header: "Changed",
    sortBy: ({ modified }) => modified,
    cell: ({ modified, last_modified_by_name }) => (
      <span title={modified} className="whitespace-nowrap">
        {formatMoment(modified, timezone)}
        <span className="block text-xs text-ink-soft">{last_modified_by_name}</span>
      </span>
    ),
  },
];
