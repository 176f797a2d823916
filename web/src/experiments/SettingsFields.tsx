import { Controller, useFormContext, useWatch } from "react-hook-form";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field } from "../ui/Field.tsx";
import { RadioGroup } from "../ui/RadioGroup.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import type { FormValues } from "./form-values.ts";

const MODELS = [
  {
    value: "sequential",
    label: "Sequential",
    hint: "May be looked at and acted on at any time. Takes somewhat more people.",
  },
  { value: "frequentist", label: "Fixed horizon", hint: "Not to be stopped before its planned end." },
] as const;
const ENDS = [
  { value: "days", label: "After so many days" },
  { value: "sample_size", label: "After so many people" },
] as const;
const CORRECTIONS = [
  { value: "off", label: "None" },
  { value: "bonferroni", label: "Bonferroni" },
  { value: "benjamini-hochberg", label: "Benjamini–Hochberg" },
] as const;

/** The rules of the comparison. */
export function SettingsFields() {
  const { register, control } = useFormContext<FormValues>();
  const end = useWatch({ control, name: "settings.endCondition" });
  return (
    <Card title="Settings">
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="settings.testingModel"
          render={({ field: { value, onChange } }) => (
            <RadioGroup legend="Test" choices={MODELS} value={value} onChoose={onChange} />
          )}
        />
        <Field
          label="Confidence, percent"
          required
          hint="95: of a hundred comparisons without any difference, five look as if there was one."
        >
          <TextInput type="number" step="any" min={51} max={99.99} {...register("settings.confidence")} />
        </Field>
        <Field label="Planned end" required>
          <Select choices={ENDS} {...register("settings.endCondition")} />
        </Field>
        {end === "days" ? (
          <Field label="Days" required>
            <TextInput type="number" min={1} {...register("settings.endAfterDays")} />
          </Field>
        ) : (
          <Field label="People, all variants together" required>
            <TextInput type="number" min={1} {...register("settings.sampleSize")} />
          </Field>
        )}
        <Field label="At least so many days" required hint="Before that, the recommendation is to wait.">
          <TextInput type="number" min={0} {...register("settings.minDays")} />
        </Field>
        <Field label="At least so many people in each variant" required>
          <TextInput type="number" min={0} {...register("settings.minExposures")} />
        </Field>
        <Field label="Correction for several metrics" required>
          <Select choices={CORRECTIONS} {...register("settings.correction")} />
        </Field>
        <Field label="Name in exposure events" hint="The flag's key, or the experiment's name, unless told.">
          <TextInput {...register("settings.experimentName")} maxLength={255} />
        </Field>
      </div>
      <div className="mt-4 space-y-1">
        <Checkbox
          label="Take out what people did before (CUPED)"
          hint="Narrower intervals where people differ much from each other."
          {...register("settings.cuped")}
        />
        <Checkbox
          label="Cap extreme values (winsorization)"
          hint="Of counts and sums, at the 95th percentile."
          {...register("settings.winsorization")}
        />
        <Checkbox label="Check the split of people (sample ratio)" {...register("settings.srm")} />
        <Checkbox label="Leave out test users" {...register("settings.excludeQA")} />
      </div>
    </Card>
  );
}
