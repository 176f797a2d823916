import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { ModeSelect } from "./ModeSelect.tsx";
import { Moment } from "./Moment.tsx";
import { type Violation, violationsQuery } from "./schema-queries.ts";
import { ViolationSamples } from "./ViolationSamples.tsx";

const KINDS: Record<Violation["kind"], string> = {
  type: "Another type",
  format: "Another format",
  required: "Missing",
  additionalProperties: "Not declared",
};

/** What of the events is not as declared: how often, and a few records to look at. */
export function ViolationList({ event }: { event?: string }) {
  const { projectId } = useProject();
  const found = useQuery(violationsQuery(projectId, event));
  return (
    <div className="space-y-4">
      <ModeSelect event={event} />
      <QueryState
        query={found}
        failedTitle="The violations could not be loaded"
        isEmpty={({ violations }) => violations.length === 0}
        empty={
          <EmptyState icon={ShieldCheck} title="All events are as declared">
            Events are held against their schemas as they come in. What does not fit is counted here for 90
            days, with records to look at.
          </EmptyState>
        }
      >
        {({ violations, next }) => (
          <>
            <DataTable
              label="Violations"
              rows={violations}
              rowId={(line) => `${line.event} ${line.property} ${line.kind}`}
              columns={columnsOf(projectId, event === undefined)}
              expand={({ samples }) => <ViolationSamples samples={samples} />}
              csvName="violations"
              data-testid="dictionary.violations"
            />
            {next === null ? null : (
              <p className="mt-2 text-xs text-ink-soft">The commonest {violations.length} are shown.</p>
            )}
          </>
        )}
      </QueryState>
    </div>
  );
}

const columnsOf = (projectId: number, hasEvent: boolean): TableColumn<Violation>[] => [
  ...(hasEvent ? [eventColumn(projectId)] : []),
  {
    id: "property",
    header: "Property",
    isName: !hasEvent,
    className: "min-w-28 max-w-64 wrap-anywhere",
    sortBy: ({ property }) => property,
    cell: ({ property }) => property || <span className="text-ink-faint">too many to tell apart</span>,
  },
  { id: "kind", header: "What does not fit", sortBy: ({ kind }) => kind, cell: ({ kind }) => KINDS[kind] },
  {
    id: "count",
    header: "Events",
    align: "right",
    sortBy: ({ count }) => count,
    cell: ({ count }) => count.toLocaleString("en"),
  },
  {
    id: "refused",
    header: "Refused",
    align: "right",
    sortBy: ({ refused }) => refused,
    cell: ({ refused }) => refused.toLocaleString("en"),
  },
  {
    id: "last",
    header: "Last",
    sortBy: ({ last_at }) => last_at,
    cell: ({ last_at }) => <Moment at={last_at} />,
  },
];

const eventColumn = (projectId: number): TableColumn<Violation> => ({
  id: "event",
  header: "Event",
  isName: true,
  className: "min-w-36 max-w-64",
  sortBy: ({ event }) => event,
  cell: ({ event }) => (
    <Link
      to="/p/$projectId/dictionary/events/$name"
      params={{ projectId, name: event }}
      search={{ tab: "violations" }}
      className="line-clamp-3 text-accent-text wrap-anywhere hover:underline"
    >
      {event}
    </Link>
  ),
});
