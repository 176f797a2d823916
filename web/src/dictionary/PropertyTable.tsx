import { useMemo } from "react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { propertyColumns } from "./property-columns.tsx";
import type { ShownEntry } from "./queries.ts";
import { useEntryEdits } from "./useEntryEdits.ts";

export function PropertyTable({ entry }: { entry: ShownEntry }) {
  const { whyNot } = useProject();
  const save = useEntryEdits();
  const reason = whyNot("dictionary:write");
  const columns = useMemo(() => propertyColumns({ entry, whyNot: reason, save }), [entry, reason, save]);
  if (entry.properties.length === 0)
    return (
      <EmptyState title="No properties">
        None is declared and none has arrived in the last 30 days.
      </EmptyState>
    );
  return (
    <DataTable
      label="Properties"
      rows={entry.properties}
      rowId={({ name }) => name}
      columns={columns}
      initialSort={{ column: "name", descending: false }}
      csvName={`${entry.name} properties`}
      data-testid="entry.properties"
    />
  );
}
