import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiFailure } from "../../api/failure.ts";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureNotice } from "../../ui/FailureNotice.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { type SourceValues, useSourceChanges } from "../changes.ts";
import type { Source, TestReport, WarehouseKind } from "../queries.ts";
import { SourceField } from "./SourceField.tsx";
import { type FormValues, formPresets, toChanges, toValues } from "./source-values.ts";
import { TestSteps } from "./TestSteps.tsx";

type SourceFormProps = {
  kind: WarehouseKind;
  /** The source that is changed; without one it is made. */
  source?: Source;
  submitLabel: string;
  onSubmit: (values: SourceValues) => Promise<void>;
};

/** What a kind of warehouse has to be told, made from what the API says of it. */
export function SourceForm({ kind, source, submitLabel, onSubmit }: SourceFormProps) {
  const { projectId, whyNot } = useProject();
  const { testDraft } = useSourceChanges(projectId);
  const form = useForm<FormValues>({ defaultValues: formPresets(kind, source) });
  const [failure, setFailure] = useState<unknown>();
  const [report, setReport] = useState<TestReport>();
  const [testing, setTesting] = useState(false);
  const { errors, isSubmitting } = form.formState;
  const reason = whyNot("warehouse:write");
  /** A refusal that names a field stands beside it, and the focus goes there. */
  const tell = (cause: unknown) => {
    setFailure(cause);
    const field = cause instanceof ApiFailure ? cause.field : undefined;
    if (field !== undefined && cause instanceof ApiFailure) {
      form.setError(field, { message: cause.message }, { shouldFocus: true });
    }
  };
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    const sent = source === undefined ? toValues(kind, values) : toChanges(kind, values, source);
    await onSubmit(sent).catch(tell);
  });
  const test = form.handleSubmit(async (values) => {
    setFailure(undefined);
    setTesting(true);
    const draft = { ...toValues(kind, values), warehouse_type: kind.warehouse_type };
    await testDraft(draft).then(setReport, tell);
    setTesting(false);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4" data-testid="source.form">
      {failure === undefined ? null : <FailureNotice failure={failure} title="The source was not saved" />}
      <Field label="Name" hint="A name people know it by." error={errors.source_name?.message}>
        <TextInput {...form.register("source_name")} autoComplete="off" data-testid="source.source_name" />
      </Field>
      {kind.fields.map((field) => (
        <SourceField
          key={field.name}
          field={field}
          error={errors[field.name]?.message}
          isSet={source?.secrets_set[field.name] === true}
          register={form.register}
        />
      ))}
      {report === undefined ? null : <TestSteps report={report} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          busy={isSubmitting}
          disabledReason={reason}
          data-testid="source.save"
        >
          {submitLabel}
        </Button>
        {source === undefined ? (
          <Button
            busy={testing}
            disabledReason={reason}
            onClick={() => void test()}
            data-testid="source.test"
          >
            {testing ? "Testing …" : "Test connection"}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
