import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspace } from "../app/useWorkspace.ts";
import { toast } from "../ui/toast.ts";
import { experimentsKey } from "./queries.ts";

/** A change of an experiment: what was known of experiments and flags is asked for anew, and said what was done. */
export function useChange<Answer>(work: (workspaceId: number) => Promise<Answer>, done?: string) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => work(workspaceId),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: experimentsKey(workspaceId) }),
        queryClient.invalidateQueries({ queryKey: ["flags", workspaceId] }),
      ]);
      if (done !== undefined) toast(done);
    },
  });
}
