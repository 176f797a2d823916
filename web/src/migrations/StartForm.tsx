import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { CredentialFields } from "./CredentialFields.tsx";
import type { Tool } from "./changes.ts";
import { type MigrationRequest, toolsQuery } from "./queries.ts";
import type { StartSearch } from "./search.ts";
import { requestOf, type StartValues } from "./start-values.ts";
import { startTitle } from "./start-words.ts";

type StartFormProps = {
  search: StartSearch;
  destination: string;
  disabledReason: string | undefined;
  onStart: (tool: Tool, request: Omit<MigrationRequest, "PROJECT_TOKEN">) => Promise<unknown>;
};

const REGIONS = [
  { value: "US", label: "United States" },
  { value: "EU", label: "European Union" },
  { value: "IN", label: "India" },
] as const;
const WHAT = [
  { value: "all", label: "Events and profiles" },
  { value: "events", label: "Events alone" },
  { value: "profiles", label: "Profiles alone" },
] as const;

export function StartForm({ search, destination, disabledReason, onStart }: StartFormProps) {
  const tools = useQuery(toolsQuery);
  const { register, handleSubmit, formState, watch } = useForm<StartValues>({
    defaultValues: {
      ...{ tool: search.tool === "mixpanel" ? "mixpanel" : "amplitude", key: "", secret: "" },
      ...{
        from: search.from ?? "",
        to: search.to ?? "",
        what: "all",
        userIdProperty: "",
        mapExperiments: false,
      },
      region: REGIONS.find(({ value }) => value === search.region)?.value ?? "US",
    },
  });
  const [failure, setFailure] = useState<unknown>();
  const start = handleSubmit(async (values) => {
    try {
      setFailure(undefined);
      await onStart(values.tool, requestOf(values));
    } catch (cause) {
      setFailure(cause);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <form
      className="max-w-3xl space-y-4"
      noValidate
      onSubmit={(event) => void start(event)}
      data-testid="migrations.form"
    >
      {failure === undefined ? null : <FailureNotice failure={failure} title={startTitle(failure)} />}
      <Card title="From where">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Tool" required>
            <Select
              choices={(tools.data?.source_tools ?? [{ tool: "amplitude", label: "Amplitude" }]).map(
                ({ tool, label }) => ({ value: tool, label }),
              )}
              {...register("tool")}
              data-testid="migrations.tool"
            />
          </Field>
          <Field
            label="Region of the tool"
            required
            hint="European Union when EU data residency is used on either side."
          >
            <Select choices={REGIONS} {...register("region")} />
          </Field>
          <CredentialFields
            tool={watch("tool")}
            keyProps={register("key", { required: "The tool's key is needed." })}
            secretProps={register("secret", { required: "The tool's secret is needed." })}
            keyError={errors.key?.message}
            secretError={errors.secret?.message}
          />
        </div>
      </Card>
      <Card title={`Into “${destination}”`}>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="First day (UTC)" hint="Without dates: the last 30 days.">
            <TextInput type="date" {...register("from")} data-testid="migrations.from" />
          </Field>
          <Field
            label="Last day (UTC)"
            hint="Best the day before your own tracking here began."
            error={errors.to?.message}
          >
            <TextInput
              type="date"
              {...register("to", {
                validate: (to, { from }) => isInOrder(from, to) || "It is before the first day.",
              })}
              data-testid="migrations.to"
            />
          </Field>
          <Field label="What" required>
            <Select choices={WHAT} {...register("what")} />
          </Field>
          <Field label="User id property" hint="When it does not stand in the tool's own field.">
            <TextInput {...register("userIdProperty")} maxLength={255} />
          </Field>
        </div>
        <Checkbox
          className="mt-3"
          label="Turn the tool's exposures into “$experiment_started”"
          {...register("mapExperiments")}
        />
      </Card>
      <Button
        look="primary"
        type="submit"
        busy={isSubmitting}
        disabledReason={disabledReason}
        data-testid="migrations.dry-run"
      >
        Start the dry run
      </Button>
    </form>
  );
}

const isInOrder = (from: string, to: string): boolean => from === "" || to === "" || from <= to;
