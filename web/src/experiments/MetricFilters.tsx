import { Plus, X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import type { FormValues } from "./form-values.ts";
import { FILTER_OPERATORS, NEW_FILTER, takesValue } from "./metric-events.ts";

const FILTERS_MAX = 20;

/** Where the event stands in the form. */
export type EventPath = `metrics.${number}.event` | `metrics.${number}.steps.${number}`;

/** Which of the events count: all of the filters must hold. */
export function MetricFilters({ path }: { path: EventPath }) {
  const { control, register } = useFormContext<FormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: `${path}.filters` });
  const filters = useWatch({ control, name: `${path}.filters` });
  return (
    <div className="space-y-1.5">
      {fields.map(({ id }, place) => (
        <div key={id} className="flex flex-wrap items-center gap-1.5" data-testid="experiments.metric-filter">
          <TextInput
            aria-label="Property of the event"
            placeholder="Property"
            maxLength={255}
            className="max-w-44 min-w-28 flex-1"
            {...register(`${path}.filters.${place}.property`)}
          />
          <Select
            aria-label="Comparison"
            className="max-w-40 min-w-32 flex-1"
            choices={FILTER_OPERATORS}
            {...register(`${path}.filters.${place}.operator`)}
          />
          {takesValue(filters[place]?.operator ?? "equals") ? (
            <TextInput
              aria-label="Value"
              placeholder="Value"
              maxLength={4000}
              className="max-w-44 min-w-28 flex-1"
              {...register(`${path}.filters.${place}.value`)}
            />
          ) : null}
          <Button size="icon" look="ghost" aria-label="Remove this filter" onClick={() => remove(place)}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        look="ghost"
        disabledReason={fields.length >= FILTERS_MAX ? `There are ${FILTERS_MAX} at most.` : undefined}
        onClick={() => append(NEW_FILTER)}
        data-testid="experiments.add-filter"
      >
        <Plus aria-hidden /> Only some of them
      </Button>
    </div>
  );
}
