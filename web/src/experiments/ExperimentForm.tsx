import { useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { Textarea } from "../ui/Textarea.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { FlagFields } from "./FlagFields.tsx";
import { toBody } from "./form-body.ts";
import { type FormValues, toValues } from "./form-values.ts";
import { MetricFields } from "./MetricFields.tsx";
import type { Experiment, ExperimentDraft } from "./queries.ts";
import { SettingsFields } from "./SettingsFields.tsx";
import { VariantFields } from "./VariantFields.tsx";

type ExperimentFormProps = {
  experiment?: Experiment;
  saveLabel: string;
  /** The form stays, with the reason, when it fails. */
  onSave: (body: ExperimentDraft) => Promise<unknown>;
  onCancel: () => void;
  disabledReason?: string | undefined;
};

export function ExperimentForm({
  experiment,
  saveLabel,
  onSave,
  onCancel,
  disabledReason,
}: ExperimentFormProps) {
  const form = useForm<FormValues>({ defaultValues: toValues(experiment) });
  const { register, handleSubmit, formState } = form;
  const [failure, setFailure] = useState<unknown>();
  const top = useRef<HTMLDivElement>(null);
  const save = handleSubmit(async (values) => {
    try {
      setFailure(undefined);
      await onSave(toBody(values));
    } catch (cause) {
      setFailure(cause);
      top.current?.focus();
    }
  });
  return (
    <FormProvider {...form}>
      <form
        onSubmit={(event) => void save(event)}
        noValidate
        className="max-w-4xl space-y-4"
        data-testid="experiments.form"
      >
        <div ref={top} tabIndex={-1} className="outline-none">
          {failure === undefined ? null : <FailureNotice failure={failure} />}
        </div>
        <Card title="What is tried, and why">
          <div className="space-y-3">
            <Field label="Name" required error={formState.errors.name?.message}>
              <TextInput
                {...register("name", { validate: (name) => name.trim() !== "" || "Give it a name." })}
                maxLength={255}
                data-testid="experiments.name"
              />
            </Field>
            <Field label="Hypothesis" hint="What do you believe will happen, and why?">
              <Textarea {...register("hypothesis")} maxLength={10_000} />
            </Field>
            <Field label="Description">
              <TextInput {...register("description")} maxLength={400} />
            </Field>
            <Field label="Tags" hint="Separated by commas.">
              <TextInput {...register("tags")} />
            </Field>
            <FlagFields experiment={experiment} />
          </div>
        </Card>
        <VariantFields />
        <MetricFields />
        <SettingsFields />
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            type="submit"
            busy={formState.isSubmitting}
            disabledReason={disabledReason}
            data-testid="experiments.save"
          >
            {saveLabel}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </FormProvider>
  );
}
