import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ProjectRecord } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { deleteProject } from "./changes.ts";

export function DeleteProject({ project }: { project: ProjectRecord }) {
  const { whyNot } = useProject();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = async () => {
    const { purge_after } = await deleteProject(project.id);
    toast(`${project.name} was deleted. It can be restored until ${purge_after.slice(0, 10)}.`);
    await navigate({ to: "/projects" });
    await queryClient.invalidateQueries({ queryKey: ["me"] });
  };
  return (
    <Card title="Delete the project">
      <p className="mb-3 max-w-prose text-ink-soft">
        Nothing is accepted for it any more, and nobody can look at it. Owners of the organization can restore
        it for some weeks, under All projects; after that its events, profiles and reports are gone for good.
      </p>
      <ConfirmDialog
        title={`Delete ${project.name}?`}
        typed={project.name}
        confirmLabel="Delete the project"
        onConfirm={remove}
        trigger={
          <Button look="danger" disabledReason={whyNot("project:delete")} data-testid="settings.delete">
            Delete the project…
          </Button>
        }
      >
        All events, profiles, imports and experiments of this project go with it.
      </ConfirmDialog>
    </Card>
  );
}
