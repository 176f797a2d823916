import { useMe } from "./me.ts";
import { useProject } from "./useProject.ts";

/** Experiments and flags hang on a workspace; every project has one, which the interface does not speak of. */
export function useWorkspace(): { projectId: number; workspaceId: number } {
  const { projectId } = useProject();
  const { workspaces } = useMe();
  const own = Object.values(workspaces).filter((workspace) => workspace.project_id === projectId);
  const workspace = own.find(({ is_global }) => is_global) ?? own[0];
  if (workspace === undefined) throw new Error("every project has a workspace");
  return { projectId, workspaceId: workspace.id };
}
