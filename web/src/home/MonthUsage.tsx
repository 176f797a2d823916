import { Link } from "@tanstack/react-router";
import { Card } from "../ui/Card.tsx";
import { formatCount } from "../ui/format.ts";
import { monthWords } from "../usage/months.ts";
import { projectMonth } from "../usage/project-month.ts";
import type { Received } from "./queries.ts";

/** This month's usage, the last one's, and what it will come to. */
export function MonthUsage({ projectId, received }: { projectId: number; received: Received }) {
  const month = received.to.slice(0, 7);
  const outlook = projectMonth(month, received.to, received.by_day);
  const [before] = Object.entries(received.by_month)
    .filter(([name]) => name < month)
    .sort(([one], [other]) => (one < other ? 1 : -1));
  return (
    <Card
      title="Usage this month"
      data-testid="home.usage"
      action={
        <Link
          to="/p/$projectId/usage"
          params={{ projectId }}
          className="text-xs text-accent-text hover:underline"
        >
          Details
        </Link>
      }
    >
      <p className="text-2xl font-semibold">{formatCount(received.by_month[month] ?? 0)}</p>
      <p className="text-ink-soft">events received in {monthWords(month)}</p>
      {outlook === undefined ? null : (
        <p className="mt-2 text-ink-soft">About {formatCount(outlook)} by its end, at this rate</p>
      )}
      {before === undefined ? null : (
        <p className="mt-2 text-ink-soft">
          {formatCount(before[1])} in {monthWords(before[0])}
        </p>
      )}
    </Card>
  );
}
