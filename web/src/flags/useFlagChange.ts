import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspace } from "../app/useWorkspace.ts";
import type { Place } from "./changes.ts";
import { flagsKey } from "./queries.ts";

/** A change of a flag: what is known of flags, and of the experiments that use them, is asked for anew. */
export function useFlagChange<Asked, Answer>(work: (place: Place, asked: Asked) => Promise<Answer>) {
  const place = useWorkspace();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (asked: Asked) => work(place, asked),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: flagsKey(place.workspaceId) });
      await queryClient.invalidateQueries({ queryKey: ["experiments", place.workspaceId] });
    },
  });
}
