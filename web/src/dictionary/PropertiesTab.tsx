import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Notice } from "../ui/Notice.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { BulkBar } from "./BulkBar.tsx";
import { EntryFilters, isFiltered } from "./EntryFilters.tsx";
import { FirstPage, ListPages } from "./ListPages.tsx";
import { NothingFits } from "./NothingFits.tsx";
import { PropertyEvents } from "./PropertyEvents.tsx";
import { propertyTarget } from "./property-edit.ts";
import { propertyLineColumns } from "./property-line-columns.tsx";
import { type PropertyLine, propertiesQuery } from "./property-queries.ts";
import { propertySort } from "./search.ts";
import { useDictionarySearch } from "./useDictionarySearch.ts";
import { useEntryEdits } from "./useEntryEdits.ts";
import { usePropertyEdits } from "./usePropertyEdits.ts";
import { useTableSearch } from "./useTableSearch.ts";

/** The properties of all events, each name once. */
export function PropertiesTab() {
  const { projectId } = useProject();
  const { search } = useDictionarySearch();
  const properties = useQuery(propertiesQuery(projectId, search));
  return (
    <>
      <EntryFilters hasOwners={false} />
      <QueryState
        query={properties}
        failedTitle="The properties could not be loaded"
        isEmpty={(page) => page.properties.length === 0}
        empty={isFiltered(search) ? <NothingFits what="property" /> : <NothingYet />}
      >
        {(page) => (
          <>
            <Notice className="mb-3">
              A property belongs to its events: what is edited here is edited in the schema of each event that
              has it.
            </Notice>
            <PropertiesTable lines={page.properties} />
            <ListPages shown={page.properties.length} total={page.total} next={page.next} />
          </>
        )}
      </QueryState>
      <FirstPage failure={properties.error} />
    </>
  );
}

function PropertiesTable({ lines }: { lines: readonly PropertyLine[] }) {
  const { whyNot } = useProject();
  const { search } = useDictionarySearch();
  const table = useTableSearch(propertySort(search.sort));
  const save = useEntryEdits();
  const toEdits = usePropertyEdits();
  const reason = whyNot("dictionary:write");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(
    () => propertyLineColumns({ whyNot: reason, save, toEdits }),
    [reason, save, toEdits],
  );
  return (
    <DataTable
      {...table}
      label="Event properties"
      rows={lines}
      rowId={({ name }) => name}
      columns={columns}
      selected={selected}
      onSelect={setSelected}
      toolbar={
        <BulkBar
          noun="property"
          targets={lines
            .filter(({ name }) => selected.has(name))
            .map((line) => propertyTarget(line, toEdits))}
          onDone={() => setSelected(new Set())}
        />
      }
      expand={(line) => <PropertyEvents line={line} />}
      csvName="properties"
      data-testid="dictionary.properties"
    />
  );
}

const NothingYet = () => (
  <EmptyState title="No properties yet">
    They appear here by themselves as soon as an event has them, and stay while one of the last 30 days does.
  </EmptyState>
);
