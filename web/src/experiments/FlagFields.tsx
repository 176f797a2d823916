import { useQuery } from "@tanstack/react-query";
import { Controller, useFormContext } from "react-hook-form";
import { useWorkspace } from "../app/useWorkspace.ts";
import { flagsQuery } from "../flags/queries.ts";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import type { FormValues } from "./form-values.ts";
import type { Experiment } from "./queries.ts";

/** A flag belongs to one experiment at most, so only free ones can be chosen. */
export function FlagFields({ experiment }: { experiment: Experiment | undefined }) {
  const { projectId, workspaceId } = useWorkspace();
  const flags = useQuery(flagsQuery(projectId, workspaceId, false));
  const free = (flags.data ?? []).filter(
    ({ experiment_id }) => experiment_id === null || experiment_id === experiment?.id,
  );
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Flag"
        hint="It is switched on by the launch, and shipped or switched off by the decision."
      >
        <FlagSelect choices={free.map(({ id, name, key }) => ({ value: id, label: `${name} (${key})` }))} />
      </Field>
      <Field label="When it is decided" required>
        <OnDecideSelect />
      </Field>
    </div>
  );
}

function FlagSelect({ choices }: { choices: { value: string; label: string }[] }) {
  const { control } = useFormContext<FormValues>();
  return (
    <Controller
      control={control}
      name="flagId"
      render={({ field: { value, onChange } }) => (
        <Select
          choices={choices}
          placeholder="None"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          data-testid="experiments.flag-choice"
        />
      )}
    />
  );
}

const ON_DECIDE = [
  { value: "ship", label: "Ship the variant, or switch the flag off" },
  { value: "log_only", label: "Leave the flag alone" },
] as const;

function OnDecideSelect() {
  const { register } = useFormContext<FormValues>();
  return <Select choices={ON_DECIDE} {...register("onDecide")} />;
}
