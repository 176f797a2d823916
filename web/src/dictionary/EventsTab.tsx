import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { BulkActions } from "./BulkActions.tsx";
import { EntryFilters, isFiltered } from "./EntryFilters.tsx";
import { entryColumns } from "./entry-columns.tsx";
import { FirstPage, ListPages } from "./ListPages.tsx";
import { NothingFits } from "./NothingFits.tsx";
import { type EntryLine, entriesQuery } from "./queries.ts";
import { entrySort } from "./search.ts";
import { useDictionarySearch } from "./useDictionarySearch.ts";
import { useEntryEdits } from "./useEntryEdits.ts";
import { useTableSearch } from "./useTableSearch.ts";

const NO_ENTRIES: readonly EntryLine[] = [];

/** The events: what is declared and what arrives, edited in place or many at once. */
export function EventsTab() {
  const { projectId } = useProject();
  const { search } = useDictionarySearch();
  const entries = useQuery(entriesQuery(projectId, search));
  const lines = entries.data?.entries ?? NO_ENTRIES;
  return (
    <>
      <EntryFilters
        tags={[...new Set(lines.flatMap(({ tags }) => tags))]}
        contacts={[...new Set(lines.flatMap((line) => [...line.contacts, ...line.team_contacts]))]}
      />
      <QueryState
        query={entries}
        failedTitle="The events could not be loaded"
        isEmpty={(page) => page.entries.length === 0}
        empty={isFiltered(search) ? <NothingFits what="event" /> : <NothingYet />}
      >
        {(page) => (
          <>
            <EventsTable lines={page.entries} />
            <ListPages shown={page.entries.length} total={page.total} next={page.next} />
          </>
        )}
      </QueryState>
      <FirstPage failure={entries.error} />
    </>
  );
}

function EventsTable({ lines }: { lines: readonly EntryLine[] }) {
  const { projectId, whyNot } = useProject();
  const { search } = useDictionarySearch();
  const table = useTableSearch(entrySort(search.sort));
  const save = useEntryEdits();
  const reason = whyNot("dictionary:write");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => entryColumns({ projectId, whyNot: reason, save }), [projectId, reason, save]);
  return (
    <DataTable
      {...table}
      label="Events"
      rows={lines}
      rowId={({ name }) => name}
      columns={columns}
      selected={selected}
      onSelect={setSelected}
      toolbar={
        <BulkActions
          lines={lines.filter(({ name }) => selected.has(name))}
          onDone={() => setSelected(new Set())}
        />
      }
      csvName="events"
      data-testid="dictionary.events"
    />
  );
}

const NothingYet = () => (
  <EmptyState title="Nothing described yet">
    Names appear here by themselves as soon as an event arrives, and stay while one of the last 30 days has
    them. Import a file to describe events before they come.
  </EmptyState>
);
