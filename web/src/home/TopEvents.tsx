import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "../ui/Card.tsx";
import { formatCount } from "../ui/format.ts";
import { QueryState } from "../ui/QueryState.tsx";
import { topEventsQuery } from "./queries.ts";

const SHOWN = 8;
const RENEWED_MS = 60_000;

export function TopEvents({ projectId }: { projectId: number }) {
  const names = useQuery({ ...topEventsQuery(projectId, SHOWN), refetchInterval: RENEWED_MS });
  return (
    <Card
      title="Top events, last 30 days"
      className="sm:col-span-2 xl:col-span-4"
      data-testid="home.top-events"
    >
      <QueryState
        query={names}
        failedTitle="The events could not be listed"
        empty={
          <p className="text-ink-soft">
            No event's own time lies in the last 30 days. Older ones are found by a report with their time
            frame.
          </p>
        }
      >
        {(list) => (
          <ol className="space-y-1">
            {list.map(({ event, display_name: displayName, count }) => (
              <li key={event} className="relative flex min-h-7 items-center justify-between gap-3 px-2">
                <span
                  aria-hidden
                  className="absolute inset-y-0.5 left-0 rounded bg-accent-soft"
                  style={{ width: `${(count / (list[0]?.count ?? count)) * 100}%` }}
                />
                <Link
                  to="/p/$projectId/events"
                  params={{ projectId }}
                  search={{ tab: "search", event }}
                  title={event}
                  className="relative min-w-0 truncate hover:underline"
                >
                  {displayName ?? event}
                </Link>
                <span className="relative shrink-0 text-ink-soft">{formatCount(count)}</span>
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </Card>
  );
}
