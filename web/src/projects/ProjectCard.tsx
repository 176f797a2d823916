import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PERMISSIONS, projectRoleReaches } from "../../../src/platform/access/index.ts";
import type { ProjectOfMe } from "../app/me.ts";
import { lastDays } from "../home/last-days.ts";
import { Badge } from "../ui/Badge.tsx";
import { formatCount } from "../ui/format.ts";
import { QueryState } from "../ui/QueryState.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Sparkline } from "../ui/Sparkline.tsx";
import { recentUsageQuery, SHOWN_DAYS } from "./queries.ts";

/** One project at a glance. What cannot be loaded is said in its own card. */
export function ProjectCard({
  project,
  organization,
}: {
  project: ProjectOfMe;
  organization: string | undefined;
}) {
  const maySeeUsage = projectRoleReaches(project.role, PERMISSIONS["usage:read"].least);
  const usage = useQuery({ ...recentUsageQuery(project.id), enabled: maySeeUsage });
  return (
    <article
      data-testid="projects.card"
      className="relative flex h-full flex-col rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          {/* The whole card leads there, and is read as its name alone. */}
          <Link
            to="/p/$projectId/home"
            params={{ projectId: project.id }}
            className="after:absolute after:inset-0"
          >
            {project.name}
          </Link>
        </h2>
        <div className="flex shrink-0 gap-1">
          <Badge>{project.region.toUpperCase()}</Badge>
          <Badge>{project.role}</Badge>
        </div>
      </div>
      <p className="text-xs text-ink-faint">
        {organization === undefined ? "" : `${organization} · `}id {project.id} · {project.timezone}
      </p>
      {maySeeUsage ? (
        <div className="mt-3 flex-1">
          <QueryState
            query={usage}
            skeleton={<Skeleton lines={3} />}
            failedTitle="Its numbers could not be loaded"
          >
            {({ by_day, to }) => <Recent days={lastDays(by_day, to, SHOWN_DAYS)} />}
          </QueryState>
        </div>
      ) : null}
    </article>
  );
}

function Recent({ days }: { days: readonly { day: string; events: number }[] }) {
  const today = days.at(-1)?.events ?? 0;
  const last = days.findLast(({ events }) => events > 0);
  return (
    <>
      <p>
        <span className="text-xl font-semibold">{formatCount(today)}</span>{" "}
        <span className="text-ink-soft">events today</span>
      </p>
      <div className="mt-2">
        <Sparkline
          values={days.map(({ events }) => events)}
          label={`Events per day, last ${SHOWN_DAYS} days`}
        />
      </div>
      <p className="mt-1 text-xs text-ink-faint">
        {last === undefined ? `No event in the last ${SHOWN_DAYS} days` : `Last event on ${last.day} (UTC)`}
      </p>
    </>
  );
}
