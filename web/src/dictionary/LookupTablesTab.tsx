import { useQuery } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { Moment } from "./Moment.tsx";
import { type LookupTable, lookupTablesQuery } from "./schema-queries.ts";

const COLUMNS: TableColumn<LookupTable>[] = [
  {
    id: "name",
    header: "Table",
    isName: true,
    className: "min-w-28 wrap-anywhere",
    sortBy: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    id: "rows",
    header: "Rows",
    align: "right",
    sortBy: ({ rows }) => rows,
    cell: ({ rows }) => rows.toLocaleString("en"),
  },
  {
    id: "columns",
    header: "Columns",
    csv: ({ columns }) => columns.map(({ name }) => name).join(";"),
    cell: ({ columns }) => columns.map(({ name, type }) => `${name} (${type})`).join(", ") || "none yet",
  },
  {
    id: "mappings",
    header: "Looked up by",
    csv: ({ mappings }) => mappings.map(({ property }) => property).join(";"),
    cell: ({ mappings }) =>
      mappings.map(({ subject, property }) => `${property} of ${subject}s`).join(", ") || "no property yet",
  },
  {
    id: "created",
    header: "Created",
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
];

/** Tables whose columns describe the values of a property. They are filled by files, through the API or an import. */
export function LookupTablesTab() {
  const { projectId } = useProject();
  const tables = useQuery(lookupTablesQuery(projectId));
  return (
    <QueryState
      query={tables}
      failedTitle="The lookup tables could not be loaded"
      empty={
        <EmptyState icon={Table2} title="No lookup tables yet">
          A lookup table adds columns to the values of a property, such as a product's name to its id. Create
          one with <code className="font-mono text-xs">npx tributary lookup-table create</code>, the API, or a
          warehouse import.
        </EmptyState>
      }
    >
      {(rows) => (
        <DataTable
          label="Lookup tables"
          rows={rows}
          rowId={({ name }) => name}
          columns={COLUMNS}
          data-testid="dictionary.lookup-tables"
        />
      )}
    </QueryState>
  );
}
