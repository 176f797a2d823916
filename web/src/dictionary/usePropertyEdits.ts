import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useProject } from "../app/useProject.ts";
import { usualType } from "./property-edit.ts";
import { type PropertyLine, propertyQuery } from "./property-queries.ts";
import type { EntryEdit, PropertyChange } from "./queries.ts";

/** A property over all events is edited in the schema of each event that has it; an event without one gets it. */
export function usePropertyEdits() {
  const queryClient = useQueryClient();
  const { projectId } = useProject();
  return useMemo(() => {
    const eventsOf = async (line: PropertyLine): Promise<PropertyLine["events"]> => {
      if (line.events.length === line.event_count) return line.events;
      return (await queryClient.fetchQuery(propertyQuery(projectId, line.name)))?.events ?? line.events;
    };
    return async (line: PropertyLine, change: PropertyChange): Promise<EntryEdit[]> =>
      (await eventsOf(line)).map(({ event, declared }) => ({
        entity_type: "event",
        name: event,
        properties: { [line.name]: { ...(declared ? {} : { type: usualType(line.types_seen) }), ...change } },
      }));
  }, [queryClient, projectId]);
}
