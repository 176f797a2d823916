import { Plus } from "lucide-react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { type FormValues, NEW_METRIC } from "./form-values.ts";
import { MetricRow } from "./MetricRow.tsx";

const METRICS_MAX = 100;

/** What is measured, and which way is good. */
export function MetricFields() {
  const { control } = useFormContext<FormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "metrics" });
  return (
    <Card
      title="Metrics"
      action={
        <Button
          size="sm"
          disabledReason={fields.length >= METRICS_MAX ? `There are ${METRICS_MAX} at most.` : undefined}
          onClick={() => append({ ...NEW_METRIC, type: fields.length === 0 ? "primary" : "secondary" })}
        >
          <Plus aria-hidden /> Add metric
        </Button>
      }
    >
      {fields.length === 0 ? (
        <p className="text-ink-soft">Without a metric there is nothing to decide by.</p>
      ) : null}
      <ul className="divide-y divide-line">
        {fields.map(({ id }, place) => (
          <MetricRow key={id} place={place} onRemove={() => remove(place)} />
        ))}
      </ul>
    </Card>
  );
}
