import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartLine } from "lucide-react";
import { type ProjectRecord, projectQuery } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { buttonClass } from "../ui/Button.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { FirstEvent } from "./FirstEvent.tsx";
import { GetStarted } from "./GetStarted.tsx";
import { Overview } from "./Overview.tsx";
import { receivedQuery, topEventsQuery } from "./queries.ts";

export function HomePage() {
  const { projectId, name } = useProject();
  const project = useQuery(projectQuery(projectId));
  return (
    <Page
      title={name}
      description="Is data arriving, and what happened lately?"
      action={
        <Link
          to="/p/$projectId/reports/new"
          params={{ projectId }}
          className={buttonClass("primary")}
          data-testid="home.new-report"
        >
          <ChartLine aria-hidden /> New report
        </Link>
      }
    >
      <QueryState query={project} failedTitle="The project could not be loaded">
        {(record) => <ProjectHome project={record} />}
      </QueryState>
    </Page>
  );
}

const WAITING_MS = 1_500;
const ARRIVED_MS = 30_000;

/** Usage is for owners and admins; the others see the same page without it. */
function ProjectHome({ project }: { project: ProjectRecord }) {
  return useProject().can("usage:read") ? (
    <HomeWithUsage project={project} />
  ) : (
    <HomeWithoutUsage project={project} />
  );
}

/** Until something has come in, all there is to do is to send it; the same page turns to what came in. */
function HomeWithUsage({ project }: { project: ProjectRecord }) {
  const received = useQuery({
    ...receivedQuery(project.id, project.created.slice(0, 10)),
    refetchInterval: ({ state }) => ((state.data?.events ?? 0) === 0 ? WAITING_MS : ARRIVED_MS),
  });
  return (
    <QueryState query={received} failedTitle="What came in could not be loaded">
      {(usage) => (
        <div className="space-y-4">
          <FirstEvent projectId={project.id} events={usage.events} />
          {usage.events === 0 ? null : <Overview project={project} received={usage} />}
          <GetStarted project={project} hasEvents={usage.events > 0} />
        </div>
      )}
    </QueryState>
  );
}

function HomeWithoutUsage({ project }: { project: ProjectRecord }) {
  const names = useQuery({
    ...topEventsQuery(project.id, 1),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) === 0 ? WAITING_MS : ARRIVED_MS),
  });
  return (
    <QueryState query={names} failedTitle="The events could not be listed">
      {(list) => (
        <div className="space-y-4">
          {list.length === 0 ? null : <Overview project={project} />}
          <GetStarted project={project} hasEvents={list.length > 0} />
        </div>
      )}
    </QueryState>
  );
}
