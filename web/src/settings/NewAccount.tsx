import { useState } from "react";
import { useForm } from "react-hook-form";
import { refusalAt } from "../api/failure.ts";
import { useProject } from "../app/useProject.ts";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import type { MadeSecret } from "./AccountsPart.tsx";
import { createAccount } from "./changes.ts";
import { FormDialog } from "./FormDialog.tsx";
import { PROJECT_ROLE_CHOICES, type ProjectRole } from "./roles.ts";
import { useSave } from "./useSave.ts";

type Entries = { username: string; projectRole: ProjectRole | ""; expires: string };

export function NewAccount({ onSecret }: { onSecret: (made: MadeSecret) => void }) {
  const { organization_id, projectId, whyNotInOrganization } = useProject();
  const [open, setOpen] = useState(false);
  const { register, handleSubmit, formState, reset } = useForm<Entries>({
    defaultValues: { username: "", projectRole: "admin", expires: "" },
  });
  const save = useSave(
    async ({ username, projectRole, expires }: Entries) => {
      const made = await createAccount(organization_id, {
        username,
        role: "member",
        // The account works until that day is over, everywhere.
        expires: expires === "" ? null : `${expires}T23:59:59Z`,
        projects: projectRole === "" ? [] : [{ id: projectId, role: projectRole }],
      });
      reset();
      setOpen(false);
      onSecret({ username: made.username, secret: made.token });
    },
    { keys: [["service-accounts", organization_id], ["project-service-accounts"]] },
  );
  const errorAt = (field: "username" | "expires") =>
    formState.errors[field]?.message ?? refusalAt(save.error, field);
  return (
    <FormDialog
      title="New service account"
      open={open}
      onOpenChange={setOpen}
      opener={{
        word: "New",
        disabledReason: whyNotInOrganization("service-accounts:write"),
        testId: "settings.new-account",
      }}
      onSubmit={handleSubmit((entries) => save.mutate(entries))}
      submit={{ word: "Make it and show the secret", isBusy: save.isPending, testId: "account.submit" }}
      failure={{ error: save.error, title: "The account was not made", saidAt: ["username", "expires"] }}
    >
      <Field
        label="Name"
        required
        hint="What it is for: loader, nightly-export. The username is made of it."
        error={errorAt("username")}
      >
        <TextInput
          autoComplete="off"
          data-testid="account.name"
          {...register("username", { required: "Give it a name." })}
        />
      </Field>
      <Field
        label="Role in this project"
        required
        hint="The narrowest that does the job; it can be widened later."
      >
        <Select choices={PROJECT_ROLE_CHOICES} {...register("projectRole")} />
      </Field>
      <Field label="Works until" hint="Left empty: until it is deleted." error={errorAt("expires")}>
        <TextInput type="date" {...register("expires")} />
      </Field>
    </FormDialog>
  );
}
