import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";
import { withoutEmpty } from "../app/read-search.ts";
import { usePages } from "../app/usePages.ts";
import { useProject } from "../app/useProject.ts";
import { readFilters } from "../reports/read-filters.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { completeFilters } from "../ui/filter-clauses.ts";
import { Pagination } from "../ui/Pagination.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { EventsTable } from "./EventsTable.tsx";
import { OldEventsNotice } from "./OldEventsNotice.tsx";
import { searchQuery } from "./queries.ts";
import { SearchFilters } from "./SearchFilters.tsx";

const PAGE_SIZE = 100;

/** Events of the last 30 days, newest first, by the filters that reports have too. */
export function SearchEvents() {
  const { projectId } = useProject();
  const { event, user, filters, page: cursor } = useSearch({ from: "/signed-in/p/$projectId/events" });
  const navigate = useNavigate({ from: "/p/$projectId/events" });
  const complete = completeFilters(readFilters(filters).filters);
  const question = {
    ...(event === undefined ? {} : { events: [event] }),
    ...(user === undefined ? {} : { person: user }),
    ...(complete === undefined ? {} : { filters: complete }),
  };
  const pages = usePages(
    cursor,
    (next, state) => void navigate({ search: (old) => withoutEmpty({ ...old, page: next }), state }),
  );
  const page = useQuery(
    searchQuery(projectId, {
      ...question,
      limit: PAGE_SIZE,
      ...(cursor === undefined ? {} : { cursor }),
    }),
  );
  const isFiltered = Object.keys(question).length > 0;
  return (
    <div className="space-y-3">
      <SearchFilters />
      <OldEventsNotice />
      <QueryState
        query={page}
        isEmpty={({ events }) => events.length === 0}
        empty={<NothingFound isFiltered={isFiltered} />}
        failedTitle="The events could not be listed"
      >
        {({ events, next }) => (
          <>
            <EventsTable label="Events of the last 30 days" events={events} data-testid="events.found" />
            <Pagination
              summary={pages.number === undefined ? "A later page" : `Page ${pages.number}`}
              onPrevious={pages.previous}
              onNext={next === null ? undefined : () => pages.next(next)}
            />
          </>
        )}
      </QueryState>
      {page.error !== null && pages.previous !== undefined ? (
        <Button onClick={() => void navigate({ search: ({ page: _, ...rest }) => rest })}>
          Go to the first page
        </Button>
      ) : null}
    </div>
  );
}

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  const navigate = useNavigate({ from: "/p/$projectId/events" });
  if (!isFiltered)
    return (
      <EmptyState title="No events in the last 30 days">
        What is older is still there: a report finds it by its time frame.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No event of the last 30 days fits"
      action={
        <Button onClick={() => void navigate({ search: { tab: "search" } })}>
          <X aria-hidden /> Clear the filters
        </Button>
      }
    >
      Names and texts count by capitals; a number is not the same as its text.
    </EmptyState>
  );
}
