import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "../ui/Button.tsx";
import { EventField } from "./EventField.tsx";
import type { FormValues } from "./form-values.ts";
import { MetricFilters } from "./MetricFilters.tsx";
import { NEW_EVENT } from "./metric-events.ts";

const STEPS_MAX = 20;

/** What a share is of: one event, or several one after the other. */
export function FunnelSteps({ place }: { place: number }) {
  const { control, getValues } = useFormContext<FormValues>();
  const { fields, append, remove, replace } = useFieldArray({ control, name: `metrics.${place}.steps` });
  const begin = () => replace([getValues(`metrics.${place}.event`), NEW_EVENT]);
  if (fields.length === 0)
    return (
      <Button size="sm" look="ghost" onClick={begin} data-testid="experiments.make-funnel">
        <Plus aria-hidden /> Several steps, one after the other
      </Button>
    );
  return (
    <div className="space-y-2">
      <ol className="space-y-2" data-testid="experiments.steps">
        {fields.map(({ id }, at) => (
          <li key={id} className="rounded-md border border-line p-2">
            <div className="mb-1.5 flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <EventField
                  label={`Step ${at + 1}`}
                  name={`metrics.${place}.steps.${at}.name`}
                  testId="experiments.step-event"
                />
              </div>
              <Button
                size="icon"
                look="ghost"
                aria-label={`Remove step ${at + 1}`}
                onClick={() => remove(at)}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
            <MetricFilters path={`metrics.${place}.steps.${at}`} />
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        disabledReason={fields.length >= STEPS_MAX ? `There are ${STEPS_MAX} at most.` : undefined}
        onClick={() => append(NEW_EVENT)}
      >
        <Plus aria-hidden /> Add a step
      </Button>
    </div>
  );
}
