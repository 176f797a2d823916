import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { organizationRoleReaches } from "../../../src/platform/access/index.ts";
import { meQuery, useMe } from "../app/me.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { type NewProjectEntries, NewProjectForm } from "./NewProjectForm.tsx";
import { createProject } from "./queries.ts";

/** The button and its dialog; whoever may make projects nowhere is told who can. */
export function NewProject() {
  const { organizations } = useMe();
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const own = Object.values(organizations).filter(
    ({ role, second_factor_required: isLocked }) => !isLocked && organizationRoleReaches(role, "admin"),
  );
  const create = useMutation({
    mutationFn: ({ organizationId, region, ...rest }: NewProjectEntries) =>
      createProject(Number(organizationId), region === "" ? rest : { ...rest, region }),
    onSuccess: async ({ id }) => {
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
      setOpen(false);
      await navigate({ to: "/p/$projectId/home", params: { projectId: id } });
    },
  });
  const button = (
    <Button
      look="primary"
      data-testid="projects.new"
      disabledReason={
        own.length === 0 ? "Owners and admins of an organization can make projects." : undefined
      }
      onClick={() => setOpen(true)}
    >
      <Plus aria-hidden /> New project
    </Button>
  );
  return (
    <>
      {button}
      <Dialog title="New project" open={open} onOpenChange={setOpen} data-testid="projects.new-dialog">
        <NewProjectForm
          organizations={own}
          failure={create.error}
          isBusy={create.isPending}
          onSubmit={(entries) => create.mutate(entries)}
        />
      </Dialog>
    </>
  );
}
