import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { organizationRoleReaches } from "../../../src/platform/access/index.ts";
import { useMe } from "../app/me.ts";
import { Button } from "../ui/Button.tsx";
import { toast } from "../ui/toast.ts";
import { deletedProjectsQuery, restoreProject } from "./queries.ts";

/** What owners can bring back until it is gone for good. Nothing to show for everybody else. */
export function DeletedProjects() {
  const { organizations } = useMe();
  const own = Object.values(organizations).filter(
    ({ role, second_factor_required: isLocked }) => !isLocked && organizationRoleReaches(role, "owner"),
  );
  const lists = useQueries({ queries: own.map(({ id }) => deletedProjectsQuery(id)) });
  const deleted = lists.flatMap(({ data }) => data ?? []);
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: restoreProject,
    onSuccess: async ({ name }) => {
      toast(`${name} is back`);
      await queryClient.invalidateQueries();
    },
    onError: (cause) => toast(cause.message, { tone: "bad" }),
  });
  if (deleted.length === 0) return null;
  return (
    <details className="mt-6">
      <summary className="cursor-pointer text-ink-soft">Deleted projects ({deleted.length})</summary>
      <ul
        className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface"
        data-testid="projects.deleted"
      >
        {deleted.map((project) => (
          <li key={project.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              {project.name}
              <span className="block text-xs text-ink-faint">
                Deleted on {project.deleted?.slice(0, 10)}; gone for good after{" "}
                {project.purge_after?.slice(0, 10)}
              </span>
            </span>
            <Button
              size="sm"
              busy={restore.isPending && restore.variables.id === project.id}
              onClick={() => restore.mutate(project)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
