import { useQueryClient } from "@tanstack/react-query";
import { propertyValuesQuery } from "./queries.ts";
import { valueWords } from "./shown-event.ts";

/** What filters suggest: values seen lately, as text. */
export function useValueLoader(projectId: number, event: string | undefined) {
  const queryClient = useQueryClient();
  return async (property: string): Promise<string[]> => {
    const values = await queryClient.fetchQuery(propertyValuesQuery(projectId, property, event));
    return [...new Set(values.map(valueWords))];
  };
}
