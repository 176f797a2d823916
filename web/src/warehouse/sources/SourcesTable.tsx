import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProject } from "../../app/useProject.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import type { TableColumn } from "../../ui/table-types.ts";
import { Moment } from "../Moment.tsx";
import { kindsQuery, type Source } from "../queries.ts";
import { LastTest } from "./LastTest.tsx";

export function SourcesTable({ sources }: { sources: readonly Source[] }) {
  const { projectId } = useProject();
  const kinds = useQuery(kindsQuery(projectId));
  const labelOf = ({ warehouse_type: type }: Source) =>
    kinds.data?.find((kind) => kind.warehouse_type === type)?.label ?? type;
  const columns: TableColumn<Source>[] = [
    {
      id: "name",
      header: "Source",
      isName: true,
      sortBy: ({ source_name: name }) => name,
      cell: ({ id, source_name: name }) => (
        <Link
          to="/p/$projectId/warehouse/sources/$sourceId"
          params={{ projectId, sourceId: id }}
          className="font-medium wrap-anywhere text-accent-text hover:underline"
        >
          {name}
        </Link>
      ),
    },
    { id: "type", header: "Kind", sortBy: labelOf, cell: labelOf },
    {
      id: "check",
      header: "Last check",
      sortBy: ({ last_test: test }) => test?.tested_at,
      cell: ({ last_test: test }) => <LastTest test={test} />,
    },
    {
      id: "imports",
      header: "Imports",
      align: "right",
      sortBy: ({ import_count: count }) => count,
      cell: ({ import_count: count }) => count,
    },
    {
      id: "created",
      header: "Created",
      sortBy: ({ created }) => created,
      cell: ({ created }) => <Moment at={created} />,
    },
  ];
  return (
    <DataTable
      label="Sources"
      rows={sources}
      rowId={({ id }) => String(id)}
      columns={columns}
      data-testid="warehouse.sources"
    />
  );
}
