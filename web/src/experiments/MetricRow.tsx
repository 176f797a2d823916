import { Trash2 } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { EventField } from "./EventField.tsx";
import { FunnelSteps } from "./FunnelSteps.tsx";
import type { FormValues } from "./form-values.ts";
import { MetricFilters } from "./MetricFilters.tsx";
import { METRIC_KINDS, METRIC_TYPES } from "./words.ts";

const DIRECTIONS = [
  { value: "up", label: "More is better" },
  { value: "down", label: "Less is better" },
] as const;
const UNITS = [
  { value: "minute", label: "minutes" },
  { value: "hour", label: "hours" },
  { value: "day", label: "days" },
] as const;

/** One metric: its name, what it counts of which event, and within which time of the exposure. */
export function MetricRow({ place, onRemove }: { place: number; onRemove: () => void }) {
  const { register, control } = useFormContext<FormValues>();
  const metric = useWatch({ control, name: `metrics.${place}` });
  const isFunnel = metric.kind === "rate" && metric.steps.length > 0;
  return (
    <li className="space-y-2 py-3 first:pt-0">
      <div className="grid gap-2 sm:grid-cols-[1fr_14rem_auto]">
        <Field label="Name" required>
          <TextInput
            {...register(`metrics.${place}.name`)}
            maxLength={255}
            data-testid="experiments.metric-name"
          />
        </Field>
        <Field label="What for" required>
          <Select choices={METRIC_TYPES} {...register(`metrics.${place}.type`)} />
        </Field>
        <Button
          size="icon"
          look="ghost"
          className="self-end"
          aria-label={`Remove the metric ${metric.name || place + 1}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Counts" required>
          <Select choices={METRIC_KINDS} {...register(`metrics.${place}.kind`)} />
        </Field>
        {isFunnel ? null : (
          <EventField label="Event" name={`metrics.${place}.event.name`} testId="experiments.metric-event" />
        )}
        {metric.kind === "ratio" ? <EventField label="Over" name={`metrics.${place}.denominator`} /> : null}
        {metric.kind.startsWith("value_") ? (
          <Field label="Property" hint="Its number is added up." required>
            <TextInput {...register(`metrics.${place}.property`)} maxLength={255} />
          </Field>
        ) : null}
        <Field label="Direction" required>
          <Select choices={DIRECTIONS} {...register(`metrics.${place}.direction`)} />
        </Field>
        <div className="grid grid-cols-2 items-end gap-2">
          <Field label="Within" required>
            <TextInput type="number" min={1} {...register(`metrics.${place}.windowValue`)} />
          </Field>
          <Field label="Unit" required hideLabel>
            <Select choices={UNITS} {...register(`metrics.${place}.windowUnit`)} />
          </Field>
        </div>
      </div>
      {isFunnel ? null : <MetricFilters path={`metrics.${place}.event`} />}
      {metric.kind === "rate" ? <FunnelSteps place={place} /> : null}
    </li>
  );
}
