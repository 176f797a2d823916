import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { projectQuery } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { formatCount } from "../ui/format.ts";
import { NoPermission } from "../ui/NoPermission.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Select } from "../ui/Select.tsx";
import { countByDay } from "./count-by-day.ts";
import { DailyUsage } from "./DailyUsage.tsx";
import { EventUsageTable } from "./EventUsageTable.tsx";
import { JumpNotice } from "./JumpNotice.tsx";
import { MonthsTable } from "./MonthsTable.tsx";
import { monthWords, spanOf, thisMonth } from "./months.ts";
import { ProjectUsage } from "./ProjectUsage.tsx";
import { projectMonth } from "./project-month.ts";
import { settledQuery, usageQuery } from "./queries.ts";
import { SourceUsage } from "./SourceUsage.tsx";

/** How much came in, month by month, and from where. */
export function UsagePage() {
  const { can } = useProject();
  if (can("usage:read")) return <ReceivedEvents />;
  return (
    <Page title="Usage">
      <NoPermission />
    </Page>
  );
}

function ReceivedEvents() {
  const { projectId } = useProject();
  const now = thisMonth(Date.now());
  const { month = now } = useSearch({ from: "/signed-in/p/$projectId/usage" });
  const navigate = useNavigate({ from: "/p/$projectId/usage" });
  const project = useQuery(projectQuery(projectId));
  const created = project.data?.created.slice(0, 7) ?? now;
  const history = useQuery({
    ...usageQuery(projectId, { from: `${created}-01`, to: spanOf(now).to }),
    enabled: project.data !== undefined,
  });
  const months = [...new Set([now, month, ...Object.keys(history.data?.by_month ?? {})])].sort().reverse();
  const span = spanOf(month);
  const settled = useQuery(settledQuery(projectId, span));
  const choose = (chosen: string) =>
    void navigate({ search: chosen === now ? {} : { month: chosen }, replace: true, resetScroll: false });
  return (
    <Page
      title="Usage"
      description="How many events came in, when, and from where? Counted by the UTC month in which they were received; copies and refused records do not count."
      action={
        <Select
          aria-label="Month"
          className="w-44"
          value={month}
          choices={months.map((value) => ({ value, label: monthWords(value) }))}
          onChoose={choose}
          data-testid="usage.month"
        />
      }
    >
      <div className="space-y-4">
        <QueryState query={settled} failedTitle="The usage could not be loaded">
          {(lines) => {
            const total = lines.reduce((sum, { stored }) => sum + stored, 0);
            const today = new Date().toISOString().slice(0, 10);
            const outlook = projectMonth(month, today, countByDay(lines));
            return (
              <div className="space-y-4">
                <p className="text-2xl font-semibold" data-testid="usage.total">
                  {formatCount(total)}{" "}
                  <span className="text-sm font-normal text-ink-soft">events in {monthWords(month)}</span>
                  {outlook === undefined ? null : (
                    <span className="text-sm font-normal text-ink-soft">
                      , about {formatCount(outlook)} by its end at this rate
                    </span>
                  )}
                </p>
                <JumpNotice lines={lines} />
                <DailyUsage month={month} lines={lines} />
                <SourceUsage lines={lines} month={month} />
              </div>
            );
          }}
        </QueryState>
        <EventUsageTable projectId={projectId} month={month} />
        <QueryState query={history} failedTitle="The months before could not be loaded">
          {({ by_month: byMonth }) => <MonthsTable byMonth={byMonth} onChoose={choose} />}
        </QueryState>
        <ProjectUsage month={month} />
      </div>
    </Page>
  );
}
