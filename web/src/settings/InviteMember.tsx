import { useState } from "react";
import { useForm } from "react-hook-form";
import { refusalAt } from "../api/failure.ts";
import { useProject } from "../app/useProject.ts";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { inviteMember } from "./changes.ts";
import { FormDialog } from "./FormDialog.tsx";
import type { MadeLink } from "./OneTimeLink.tsx";
import {
  ORGANIZATION_ROLE_CHOICES,
  type OrganizationRole,
  PROJECT_ROLE_CHOICES,
  type ProjectRole,
} from "./roles.ts";
import { useSave } from "./useSave.ts";

type Entries = { email: string; role: OrganizationRole; projectRole: ProjectRole | "" };

/** Invites an address and shows the link to hand on. */
export function InviteMember({ onLink }: { onLink: (link: MadeLink) => void }) {
  const { organization_id, projectId, whyNotInOrganization } = useProject();
  const [open, setOpen] = useState(false);
  const { register, handleSubmit, formState, reset } = useForm<Entries>({
    defaultValues: { email: "", role: "member", projectRole: "analyst" },
  });
  const save = useSave(
    async ({ projectRole, ...draft }: Entries) => {
      const projects = projectRole === "" ? [] : [{ id: projectId, role: projectRole }];
      const { email, link, expires } = await inviteMember(organization_id, { ...draft, projects });
      reset();
      setOpen(false);
      onLink({ kind: "invitation", who: email, link, expires });
    },
    { keys: [["invitations", organization_id]] },
  );
  return (
    <FormDialog
      title="Invite a member"
      open={open}
      onOpenChange={setOpen}
      opener={{
        word: "Invite",
        disabledReason: whyNotInOrganization("users:write"),
        testId: "settings.invite",
      }}
      onSubmit={handleSubmit((entries) => save.mutate(entries))}
      submit={{ word: "Create invite link", isBusy: save.isPending, testId: "invite.submit" }}
      failure={{ error: save.error, title: "The invitation was not created", saidAt: ["email"] }}
    >
      <Field
        label="E-mail address"
        required
        error={formState.errors.email?.message ?? refusalAt(save.error, "email")}
      >
        <TextInput
          type="email"
          data-testid="invite.email"
          {...register("email", { required: "Enter their e-mail address." })}
        />
      </Field>
      <Field label="Role in the organization" required>
        <Select choices={ORGANIZATION_ROLE_CHOICES} {...register("role")} />
      </Field>
      <Field label="Role in this project" required>
        <Select choices={PROJECT_ROLE_CHOICES} data-testid="invite.role" {...register("projectRole")} />
      </Field>
    </FormDialog>
  );
}
