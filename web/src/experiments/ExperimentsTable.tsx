import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Badge } from "../ui/Badge.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import type { TableColumn, TableSort } from "../ui/table-types.ts";
import { daysRunning } from "./days.ts";
import { ExperimentStatus } from "./ExperimentStatus.tsx";
import { MarkButtons } from "./MarkButtons.tsx";
import { PrimaryLift } from "./PrimaryLift.tsx";
import { primaryOf } from "./primary.ts";
import type { Experiment } from "./queries.ts";

type ExperimentsTableProps = {
  experiments: readonly Experiment[];
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
};

export function ExperimentsTable({ experiments, sort, onSort }: ExperimentsTableProps) {
  const { projectId } = useWorkspace();
  const columns = useMemo(() => columnsOf(projectId), [projectId]);
  const rows = useMemo(
    () => [...experiments].sort((one, other) => placeOf(one) - placeOf(other) || newest(one, other)),
    [experiments],
  );
  const order = readSort(sort);
  return (
    <DataTable
      label="Experiments"
      rows={rows}
      rowId={({ id }) => id}
      columns={columns}
      sort={order}
      onSort={(next) => onSort(next && `${next.descending ? "-" : ""}${next.column}`)}
      csvName="experiments"
      data-testid="experiments.table"
    />
  );
}

/** Pinned first, then favourites. */
const placeOf = ({ pinned_date, is_favorited }: Experiment): number =>
  pinned_date !== null ? 0 : is_favorited ? 1 : 2;
const newest = (one: Experiment, other: Experiment): number => other.created.localeCompare(one.created);

const readSort = (sort: string | undefined): TableSort | undefined =>
  sort === undefined ? undefined : { column: sort.replace(/^-/, ""), descending: sort.startsWith("-") };

const columnsOf = (projectId: number): TableColumn<Experiment>[] => [
  {
    id: "name",
    header: "Name",
    isName: true,
    className: "min-w-48",
    sortBy: ({ name }) => name.toLowerCase(),
    csv: ({ name }) => name,
    cell: (one) => (
      <span className="flex items-start gap-1">
        <MarkButtons experiment={one} />
        <span className="min-w-0 pt-0.5">
          <Link
            to="/p/$projectId/experiments/$experimentId"
            params={{ projectId, experimentId: one.id }}
            className="font-medium wrap-anywhere text-accent-text hover:underline"
          >
            {one.name}
          </Link>{" "}
          {one.deleted === null ? null : <Badge>Archived</Badge>}
        </span>
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    sortBy: ({ status }) => status,
    cell: ({ status }) => <ExperimentStatus status={status} />,
  },
  {
    id: "variants",
    header: "Variants",
    sortBy: ({ variants }) => variants.length,
    csv: ({ variants }) => variants.map(({ key }) => key).join(", "),
    cell: ({ variants }) => (
      <span className="wrap-anywhere">{variants.map(({ key }) => key).join(", ")}</span>
    ),
  },
  {
    id: "days",
    header: "Days",
    align: "right",
    sortBy: daysRunning,
    cell: (one) => daysRunning(one) ?? "–",
  },
  {
    id: "lift",
    header: "Primary metric",
    sortBy: (one) => primaryOf(one)?.line?.lift,
    cell: (one) => <PrimaryLift experiment={one} />,
  },
  {
    id: "owner",
    header: "Owner",
    sortBy: ({ creator_name }) => creator_name,
    cell: ({ creator_name }) => creator_name ?? "–",
  },
  {
    id: "tags",
    header: "Tags",
    hiddenAtFirst: true,
    csv: ({ tags }) => tags.join(", "),
    cell: ({ tags }) => tags.map((tag) => <Badge key={tag}>{tag}</Badge>),
  },
];
