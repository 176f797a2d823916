import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { eventNamesQuery, unseenEntriesQuery } from "./queries.ts";

/** What people call an event: its display name, of one that is hidden or long unseen too. None is all of them, as reports ask. */
export function useDisplayNames(projectId: number): (event: string | null) => string {
  const seen = useQuery(eventNamesQuery(projectId, true)).data;
  const unseen = useQuery(unseenEntriesQuery(projectId)).data;
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { name, display_name: shown } of unseen ?? []) if (shown !== null) names.set(name, shown);
    for (const { event, display_name: shown } of seen ?? []) if (shown !== null) names.set(event, shown);
    return (event) => (event === null ? "All events" : (names.get(event) ?? event));
  }, [seen, unseen]);
}
