import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useProject } from "../app/useProject.ts";
import { type Migration, migrationsKey } from "./queries.ts";

/** A change of a migration: all that is known of the project's migrations is asked for anew. */
export function useMigrationChange(work: () => Promise<Migration>) {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => work(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: migrationsKey(projectId) }),
  });
}
