import { useQuery } from "@tanstack/react-query";
import { projectQuery } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { QueryState } from "../ui/QueryState.tsx";
import { DeleteProject } from "./DeleteProject.tsx";
import { ProjectForm } from "./ProjectForm.tsx";
import { ProjectKeys } from "./ProjectKeys.tsx";

export function ProjectPart() {
  const { projectId } = useProject();
  return (
    <QueryState query={useQuery(projectQuery(projectId))}>
      {(project) => (
        <div className="space-y-5">
          <ProjectForm key={project.id} project={project} />
          <ProjectKeys project={project} />
          <DeleteProject project={project} />
        </div>
      )}
    </QueryState>
  );
}
