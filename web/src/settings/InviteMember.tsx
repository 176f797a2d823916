import { useState } from "react";
import { useForm } from "react-hook-form";
import { refusalAt } from "../api/failure.ts";
import { useProject } from "../app/useProject.ts";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { toast } from "../ui/toast.ts";
import { addMember, makeSignInLink } from "./changes.ts";
import { FormDialog } from "./FormDialog.tsx";
import type { MadeLink } from "./MembersPart.tsx";
import {
  ORGANIZATION_ROLE_CHOICES,
  type OrganizationRole,
  PROJECT_ROLE_CHOICES,
  type ProjectRole,
} from "./roles.ts";
import { useSave } from "./useSave.ts";

type Entries = { name: string; email: string; role: OrganizationRole; projectRole: ProjectRole | "" };

/** Adds somebody and shows the link by which they choose their password. */
export function InviteMember({ onLink }: { onLink: (link: MadeLink) => void }) {
  const { organization_id, projectId, whyNotInOrganization } = useProject();
  const [open, setOpen] = useState(false);
  const { register, handleSubmit, formState, reset } = useForm<Entries>({
    defaultValues: { name: "", email: "", role: "member", projectRole: "analyst" },
  });
  const save = useSave(
    async ({ projectRole, ...person }: Entries) => {
      const projects = projectRole === "" ? [] : [{ id: projectId, role: projectRole }];
      const { id, name } = await addMember(organization_id, { ...person, projects });
      reset();
      setOpen(false);
      await makeSignInLink(organization_id, id).then(
        (made) => onLink({ name, ...made }),
        // They are members all the same, and the form is closed: the list has what is missing.
        (cause: Error) =>
          toast(`${name} was added, but has no link yet: ${cause.message} Make one in the list.`, {
            tone: "bad",
          }),
      );
    },
    { keys: [["members", organization_id]] },
  );
  const errorAt = (field: "name" | "email") =>
    formState.errors[field]?.message ?? refusalAt(save.error, field);
  return (
    <FormDialog
      title="Invite somebody"
      open={open}
      onOpenChange={setOpen}
      opener={{
        word: "Invite",
        disabledReason: whyNotInOrganization("users:write"),
        testId: "settings.invite",
      }}
      onSubmit={handleSubmit((entries) => save.mutate(entries))}
      submit={{ word: "Add and make a link", isBusy: save.isPending, testId: "invite.submit" }}
      failure={{ error: save.error, title: "They were not added", saidAt: ["name", "email"] }}
    >
      <Field label="Name" required error={errorAt("name")}>
        <TextInput data-testid="invite.name" {...register("name", { required: "Enter their name." })} />
      </Field>
      <Field label="E-mail address" required error={errorAt("email")}>
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
