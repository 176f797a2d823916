import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Controller, type FieldPath, useFormContext } from "react-hook-form";
import { useProject } from "../app/useProject.ts";
import { eventNamesQuery } from "../events/queries.ts";
import { Combobox } from "../ui/Combobox.tsx";
import type { FormValues } from "./form-values.ts";

type EventFieldProps = { label: string; name: FieldPath<FormValues>; testId?: string };

/** An event by its display name; older ones, which have left the list, by their exact name. */
export function EventField({ label, name, testId }: EventFieldProps) {
  const { projectId } = useProject();
  const { control } = useFormContext<FormValues>();
  const names = useQuery(eventNamesQuery(projectId, false));
  const items = useMemo(
    () =>
      (names.data ?? []).map(({ event, display_name }) => ({
        name: event,
        displayName: display_name ?? undefined,
      })),
    [names.data],
  );
  return (
    <div>
      <p aria-hidden className="mb-1 text-xs font-medium text-ink-soft">
        {label}
      </p>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange } }) => (
          <Combobox
            label={label}
            items={items}
            value={typeof value === "string" && value !== "" ? value : undefined}
            onChange={onChange}
            placeholder="Choose an event"
            className="w-full"
            footer="Not finding an old event? Type its exact name."
            {...(testId === undefined ? {} : { "data-testid": testId })}
          />
        )}
      />
    </div>
  );
}
