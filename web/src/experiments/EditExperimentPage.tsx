import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Notice } from "../ui/Notice.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { toast } from "../ui/toast.ts";
import { changeExperiment } from "./changes.ts";
import { ExperimentForm } from "./ExperimentForm.tsx";
import { type Experiment, type ExperimentDraft, experimentQuery, experimentsKey } from "./queries.ts";

export function EditExperimentPage() {
  const { projectId, workspaceId } = useWorkspace();
  const { experimentId } = useParams({ from: "/signed-in/p/$projectId/experiments/$experimentId/edit" });
  const experiment = useQuery({
    ...experimentQuery(workspaceId, experimentId),
    // What is being typed is compared with the record it began with.
    refetchOnMount: "always",
  });
  return (
    <Page
      title={`Edit ${experiment.data?.name ?? "experiment"}`}
      above={
        <Link
          to="/p/$projectId/experiments/$experimentId"
          params={{ projectId, experimentId }}
          className="hover:underline"
        >
          ← {experiment.data?.name ?? "The experiment"}
        </Link>
      }
    >
      <QueryState query={experiment} failedTitle="The experiment could not be loaded">
        {(found) => <Editing experiment={found} />}
      </QueryState>
    </Page>
  );
}

function Editing({ experiment }: { experiment: Experiment }) {
  const { projectId, workspaceId } = useWorkspace();
  const { whyNot } = useProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isDecided = experiment.status === "success" || experiment.status === "fail";
  const back = () =>
    navigate({
      to: "/p/$projectId/experiments/$experimentId",
      params: { projectId, experimentId: experiment.id },
      search: {},
    });
  const save = async (body: ExperimentDraft) => {
    await changeExperiment(workspaceId, experiment, body);
    await queryClient.invalidateQueries({ queryKey: experimentsKey(workspaceId) });
    toast("Saved");
    await back();
  };
  return (
    <>
      {isDecided ? (
        <Notice tone="warn" title="This experiment is decided" className="mb-4 max-w-4xl">
          Other settings of the comparison clear the decision: it was made on other numbers. The ledger keeps
          it.
        </Notice>
      ) : experiment.status === "active" ? (
        <Notice tone="warn" title="This experiment is running" className="mb-4 max-w-4xl">
          Keys and splits of variants cannot change once people are exposed; other settings start the
          comparison anew.
        </Notice>
      ) : null}
      <ExperimentForm
        // Another state of the record, from whomever, begins the form anew: what is saved is always about what was shown.
        key={experiment.modified}
        experiment={experiment}
        saveLabel="Save"
        onSave={save}
        disabledReason={experiment.deleted === null ? whyNot("experiments:write") : "It is archived."}
        onCancel={() => void back()}
      />
    </>
  );
}
