import type { ProjectRecord } from "../app/project-queries.ts";
import { Card } from "../ui/Card.tsx";
import { formatCount } from "../ui/format.ts";
import { Sparkline } from "../ui/Sparkline.tsx";
import { ActivePeople } from "./ActivePeople.tsx";
import { DataHealth } from "./DataHealth.tsx";
import { lastDays } from "./last-days.ts";
import { MonthUsage } from "./MonthUsage.tsx";
import type { Received } from "./queries.ts";
import { TopEvents } from "./TopEvents.tsx";

const DAYS = 30;

/** What happened lately, at a glance. `received` is for those who may see usage. */
export const Overview = ({ project, received }: { project: ProjectRecord; received?: Received }) => (
  <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
    {received === undefined ? null : <EventsToday received={received} />}
    <ActivePeople projectId={project.id} />
    {received === undefined ? null : <MonthUsage projectId={project.id} received={received} />}
    <DataHealth />
    <TopEvents projectId={project.id} />
  </div>
);

/** Days are UTC days of receipt, as usage counts them. */
function EventsToday({ received }: { received: Received }) {
  const days = lastDays(received.by_day, received.to, DAYS);
  const [yesterday = 0, today = 0] = days.slice(-2).map(({ events }) => events);
  return (
    <Card title="Events today" data-testid="home.today">
      <p className="text-2xl font-semibold">{formatCount(today)}</p>
      <p className="text-ink-soft">{comparedTo(today, yesterday)}</p>
      <div className="mt-3">
        <Sparkline
          values={days.map(({ events }) => events)}
          label={`Events per day, last ${DAYS} days`}
          height={48}
        />
      </div>
      <p className="mt-1 text-xs text-ink-faint">Received per UTC day, last {DAYS} days</p>
    </Card>
  );
}

/** A day that is not over is compared in whole numbers; a percentage would mislead every morning. */
function comparedTo(today: number, yesterday: number): string {
  if (yesterday === 0) return today === 0 ? "None yesterday either" : "None yesterday";
  return `${formatCount(yesterday)} in all of yesterday`;
}
