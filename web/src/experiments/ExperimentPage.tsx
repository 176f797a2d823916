import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { withoutEmpty } from "../app/read-search.ts";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Badge } from "../ui/Badge.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { ActivityTab } from "./ActivityTab.tsx";
import { DecisionBanner } from "./DecisionBanner.tsx";
import { DecisionsTab } from "./DecisionsTab.tsx";
import { ExperimentActions } from "./ExperimentActions.tsx";
import { ExperimentStatus } from "./ExperimentStatus.tsx";
import { ExposuresTab } from "./ExposuresTab.tsx";
import { OverviewTab } from "./OverviewTab.tsx";
import { type Experiment, experimentQuery } from "./queries.ts";
import { ResultsTab } from "./ResultsTab.tsx";
import type { ExperimentTab, OneSearch } from "./search.ts";

/** One experiment: its plan, its numbers, and what was decided. */
export function ExperimentPage() {
  const { projectId, workspaceId } = useWorkspace();
  const { experimentId } = useParams({ from: "/signed-in/p/$projectId/experiments/$experimentId" });
  const experiment = useQuery(experimentQuery(workspaceId, experimentId));
  const { data } = experiment;
  return (
    <Page
      title={data?.name ?? "Experiment"}
      above={
        <Link to="/p/$projectId/experiments" params={{ projectId }} className="hover:underline">
          ← Experiments
        </Link>
      }
      {...(data === undefined
        ? {}
        : {
            badge: (
              <>
                <ExperimentStatus status={data.status} />
                {data.deleted === null ? null : <Badge>Archived</Badge>}
              </>
            ),
            action: <ExperimentActions experiment={data} />,
            description: data.description ?? data.hypothesis ?? undefined,
          })}
    >
      <QueryState query={experiment} failedTitle="The experiment could not be loaded">
        {(found) => <Parts experiment={found} />}
      </QueryState>
    </Page>
  );
}

function Parts({ experiment }: { experiment: Experiment }) {
  const search = useSearch({ from: "/signed-in/p/$projectId/experiments/$experimentId" });
  const navigate = useNavigate({ from: "/p/$projectId/experiments/$experimentId" });
  const change = (next: { [Key in keyof OneSearch]?: OneSearch[Key] | undefined }) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...next }), replace: true });
  const usual: ExperimentTab = experiment.status === "draft" ? "overview" : "results";
  return (
    <>
      <DecisionBanner experiment={experiment} />
      <Tabs<ExperimentTab>
        label="Parts of the experiment"
        active={search.tab ?? usual}
        onChange={(tab) => change({ tab: tab === usual ? undefined : tab })}
        tabs={[
          {
            name: "results",
            label: "Results",
            content: <ResultsTab experiment={experiment} search={search} onChange={change} />,
          },
          { name: "overview", label: "Overview", content: <OverviewTab experiment={experiment} /> },
          { name: "exposures", label: "Exposures", content: <ExposuresTab experiment={experiment} /> },
          { name: "decisions", label: "Decisions", content: <DecisionsTab experiment={experiment} /> },
          { name: "activity", label: "Activity", content: <ActivityTab experiment={experiment} /> },
        ]}
      />
    </>
  );
}
