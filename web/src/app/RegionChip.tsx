import { useQuery } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import { Badge } from "../ui/Badge.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";

/** Where the project's data lives. It cannot be changed later, so it is always in sight. */
export function RegionChip({ projectId }: { projectId: number }) {
  const project = useQuery({
    queryKey: ["project", projectId],
    queryFn: ({ signal }) =>
      take(client.GET("/api/app/projects/{projectId}", { params: { path: { projectId } }, signal })),
    staleTime: 300_000,
  });
  if (project.data === undefined) return null;
  return (
    <Tooltip text={`This project's data stays in the region ${project.data.region.toUpperCase()}.`}>
      <button type="button" className="cursor-default" data-testid="shell.region">
        <span className="sr-only">Region </span>
        <Badge>{project.data.region.toUpperCase()}</Badge>
      </button>
    </Tooltip>
  );
}
