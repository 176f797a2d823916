import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDisplayNames } from "../events/useDisplayNames.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { formatCount } from "../ui/format.ts";
import { QueryState } from "../ui/QueryState.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { spanOf } from "./months.ts";
import { type EventUsage, eventUsageQuery } from "./queries.ts";

type EventRow = EventUsage["events"][number];

/** Which events they were. Counted from the events that are there, so it may be less than was received. */
export function EventUsageTable({ projectId, month }: { projectId: number; month: string }) {
  const usage = useQuery(eventUsageQuery(projectId, spanOf(month)));
  const nameOf = useDisplayNames(projectId);
  const columns = useMemo(
    (): TableColumn<EventRow>[] => [
      {
        id: "event",
        header: "Event",
        isName: true,
        className: "min-w-40",
        cell: ({ event }) => (
          <span title={event} className="wrap-anywhere">
            {nameOf(event)}
          </span>
        ),
        sortBy: ({ event }) => nameOf(event),
        csv: ({ event }) => event,
      },
      {
        id: "count",
        header: "Events",
        align: "right",
        cell: ({ count }) => formatCount(count),
        sortBy: ({ count }) => count,
      },
    ],
    [nameOf],
  );
  return (
    <section>
      <h2 className="mb-1 text-sm font-semibold">By event</h2>
      <p className="mb-2 text-xs text-ink-soft">
        Of what was received in this month, what is there now: events that were taken back or erased since
        count above and not here.
      </p>
      <QueryState
        query={usage}
        isEmpty={({ events }) => events.length === 0}
        empty={<p className="text-ink-soft">No events of this month.</p>}
        failedTitle="The events could not be counted"
      >
        {({ events, others }) => (
          <>
            <DataTable
              label="Usage by event"
              rows={events}
              rowId={({ event }) => event}
              columns={columns}
              initialSort={{ column: "count", descending: true }}
              csvName={`usage_${month}_events`}
              data-testid="usage.events"
            />
            {others === 0 ? null : (
              <p className="text-xs text-ink-soft">
                The {events.length} commonest are shown; others have {formatCount(others)} events together.
              </p>
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}
