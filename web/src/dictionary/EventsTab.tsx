import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { BulkActions } from "./BulkActions.tsx";
import { EntryFilters, isFiltered, NO_FILTER } from "./EntryFilters.tsx";
import { entryColumns } from "./entry-columns.tsx";
import { type EntryLine, entriesQuery } from "./queries.ts";
import type { EntrySort } from "./search.ts";
import { useDictionarySearch } from "./useDictionarySearch.ts";
import { useEntryEdits } from "./useEntryEdits.ts";

const NO_ENTRIES: readonly EntryLine[] = [];

/** The events: what is declared and what arrives, edited in place or many at once. */
export function EventsTab() {
  const { projectId } = useProject();
  const { search, change } = useDictionarySearch();
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
        empty={isFiltered(search) ? <NothingFits /> : <NothingYet />}
      >
        {(page) => (
          <>
            <EventsTable lines={page.entries} />
            {page.next === null && search.page === undefined ? null : (
              <Pagination
                summary={`${page.entries.length.toLocaleString("en")} of ${page.total.toLocaleString("en")}`}
                onPrevious={search.page === undefined ? undefined : () => change({ page: undefined })}
                onNext={page.next === null ? undefined : () => change({ page: page.next ?? undefined })}
              />
            )}
          </>
        )}
      </QueryState>
    </>
  );
}

function EventsTable({ lines }: { lines: readonly EntryLine[] }) {
  const { projectId, whyNot } = useProject();
  const { search, change } = useDictionarySearch();
  const save = useEntryEdits();
  const reason = whyNot("dictionary:write");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => entryColumns({ projectId, whyNot: reason, save }), [projectId, reason, save]);
  const sort = search.sort ?? "volume";
  const isByName = sort === "name" || sort === "display_name";
  return (
    <DataTable
      label="Events"
      rows={lines}
      rowId={({ name }) => name}
      columns={columns}
      sortedByServer
      sort={{ column: sort, descending: search.order === undefined ? !isByName : search.order === "desc" }}
      onSort={(next) => change({ sort: next?.column as EntrySort, order: next?.descending ? "desc" : "asc" })}
      shownColumns={search.columns?.split(",")}
      onShownColumns={(shown) => change({ columns: shown.join() })}
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

function NothingFits() {
  const { change } = useDictionarySearch();
  return (
    <EmptyState
      title="No event fits these filters"
      action={<Button onClick={() => change(NO_FILTER)}>Clear the filters</Button>}
    >
      Events without a schema are listed while one of the last 30 days has their name. Older ones are found in
      reports, by time frame and exact name.
    </EmptyState>
  );
}

const NothingYet = () => (
  <EmptyState title="Nothing described yet">
    Names appear here by themselves as soon as an event arrives, and stay while one of the last 30 days has
    them. Import a file to describe events before they come.
  </EmptyState>
);
