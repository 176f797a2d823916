import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Page } from "../ui/Page.tsx";
import { createExperiment } from "./changes.ts";
import { ExperimentForm } from "./ExperimentForm.tsx";
import { type ExperimentDraft, experimentsKey } from "./queries.ts";

export function NewExperimentPage() {
  const { projectId, workspaceId } = useWorkspace();
  const { whyNot } = useProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = async (body: ExperimentDraft) => {
    const { id } = await createExperiment(workspaceId, body);
    await queryClient.invalidateQueries({ queryKey: experimentsKey(workspaceId) });
    await navigate({
      to: "/p/$projectId/experiments/$experimentId",
      params: { projectId, experimentId: id },
      search: {},
    });
  };
  return (
    <Page
      title="New experiment"
      description="It begins as a draft: nobody is exposed until it is launched."
      above={
        <Link to="/p/$projectId/experiments" params={{ projectId }} className="hover:underline">
          ← Experiments
        </Link>
      }
    >
      <ExperimentForm
        saveLabel="Create the draft"
        onSave={create}
        disabledReason={whyNot("experiments:write")}
        onCancel={() => void navigate({ to: "/p/$projectId/experiments", params: { projectId } })}
      />
    </Page>
  );
}
