import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { withoutEmpty } from "../app/read-search.ts";
import { useProject } from "../app/useProject.ts";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { holdsWord } from "../ui/holds-word.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { ExperimentFilters } from "./ExperimentFilters.tsx";
import { ExperimentsTable } from "./ExperimentsTable.tsx";
import { HowExposuresWork } from "./HowExposuresWork.tsx";
import { experimentsQuery } from "./queries.ts";
import type { ListSearch } from "./search.ts";

/** Did it work, and what did we decide? */
export function ExperimentsPage() {
  const { projectId, workspaceId } = useWorkspace();
  const search = useSearch({ from: "/signed-in/p/$projectId/experiments" });
  const navigate = useNavigate({ from: "/p/$projectId/experiments" });
  const experiments = useQuery(experimentsQuery(workspaceId, search.archived === true));
  const change = (next: { [Key in keyof ListSearch]?: ListSearch[Key] | undefined }) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...next }), replace: true });
  return (
    <Page
      title="Experiments"
      description="What was tried, whether it worked, and what was decided."
      action={<NewExperiment projectId={projectId} />}
    >
      <QueryState
        query={experiments}
        failedTitle="The experiments could not be loaded"
        empty={
          search.archived ? undefined : <HowExposuresWork action={<NewExperiment projectId={projectId} />} />
        }
      >
        {(list) => {
          const shown = list.filter(
            ({ status, name, tags }) =>
              (search.status === undefined || status === search.status) &&
              holdsWord([name, ...tags], search.q),
          );
          return (
            <>
              <ExperimentFilters search={search} onChange={change} />
              {shown.length > 0 ? (
                <ExperimentsTable
                  experiments={shown}
                  sort={search.sort}
                  onSort={(sort) => change({ sort })}
                />
              ) : (
                <EmptyState
                  title="No experiment fits these filters"
                  action={<Button onClick={() => void navigate({ search: {} })}>Clear the filters</Button>}
                />
              )}
            </>
          );
        }}
      </QueryState>
    </Page>
  );
}

function NewExperiment({ projectId }: { projectId: number }) {
  return (
    <LinkButton
      look="primary"
      testId="experiments.new"
      disabledReason={useProject().whyNot("experiments:write")}
      link={<Link to="/p/$projectId/experiments/new" params={{ projectId }} />}
    >
      <Plus aria-hidden /> New experiment
    </LinkButton>
  );
}
