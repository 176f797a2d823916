import { useForm } from "react-hook-form";
import { ApiFailure, refusalAt } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { TimeZoneInput } from "../ui/TimeZoneInput.tsx";
import type { ProjectDraft } from "./queries.ts";

type Region = NonNullable<ProjectDraft["region"]>;

export type NewProjectEntries = {
  organizationId: string;
  name: string;
  timezone: string;
  /** Empty: that of this server. */
  region: Region | "";
};

type NewProjectFormProps = {
  organizations: readonly { id: number; name: string }[];
  failure: Error | null;
  isBusy: boolean;
  onSubmit: (entries: NewProjectEntries) => void;
};

const REGIONS = [
  { value: "", label: "This server's region" },
  { value: "us", label: "US" },
  { value: "eu", label: "EU" },
  { value: "in", label: "India" },
] as const;

export function NewProjectForm({ organizations, failure, isBusy, onSubmit }: NewProjectFormProps) {
  const { register, handleSubmit, formState } = useForm<NewProjectEntries>({
    defaultValues: {
      organizationId: String(organizations[0]?.id ?? ""),
      name: "",
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      region: "",
    },
  });
  const { errors } = formState;
  const refused = failure instanceof ApiFailure ? failure : undefined;
  const refusedAt = (field: string) => refusalAt(failure, field);
  const isAtField = ["name", "timezone", "region"].includes(refused?.field ?? "");
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit(onSubmit)}>
      {failure === null || isAtField ? null : (
        <FailureNotice failure={failure} title="The project was not made" />
      )}
      <Field label="Name" required error={errors.name?.message ?? refusedAt("name")}>
        <TextInput
          data-testid="projects.name"
          autoComplete="off"
          {...register("name", { required: "Give it a name." })}
        />
      </Field>
      {organizations.length < 2 ? null : (
        <Field label="Organization" required>
          <Select
            choices={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...register("organizationId")}
          />
        </Field>
      )}
      <Field
        label="Time zone"
        required
        hint="Cuts reports into days. It can be changed later."
        error={errors.timezone?.message ?? refusedAt("timezone")}
      >
        <TimeZoneInput {...register("timezone", { required: "Choose a time zone." })} />
      </Field>
      <Field
        label="Region"
        required
        hint="Where its data stays. It cannot be changed later."
        error={refusedAt("region")}
      >
        <Select choices={REGIONS} {...register("region")} />
      </Field>
      <p className="text-xs text-ink-faint">
        People are recognised by the simplified identity rules, in every project.
      </p>
      <div className="flex justify-end gap-2">
        <DialogClose />
        <Button type="submit" look="primary" busy={isBusy} data-testid="projects.create">
          Create the project
        </Button>
      </div>
    </form>
  );
}
