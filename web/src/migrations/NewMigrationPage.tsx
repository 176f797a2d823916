import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { projectQuery } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { Badge } from "../ui/Badge.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { startMigration } from "./changes.ts";
import { keepRequest } from "./kept-request.ts";
import { StartForm } from "./StartForm.tsx";

/** What to copy from where. A dry run always comes first; it loads nothing. */
export function NewMigrationPage() {
  const { projectId, whyNot } = useProject();
  const search = useSearch({ from: "/signed-in/p/$projectId/migrations/new" });
  const navigate = useNavigate();
  const project = useQuery(projectQuery(projectId));
  return (
    <Page
      title="New migration"
      badge={<Badge>Beta</Badge>}
      description="The other tool's events are counted first, in a dry run that loads nothing. You see the plan before anything is copied."
      above={
        <Link to="/p/$projectId/migrations" params={{ projectId }} className="hover:underline">
          ← Migrations
        </Link>
      }
    >
      <QueryState query={project} failedTitle="The project could not be loaded">
        {({ token, name }) => (
          <StartForm
            search={search}
            destination={name}
            disabledReason={
              whyNot("migrations:write") ??
              (token === null ? "Your role does not see the project's token." : undefined)
            }
            onStart={async (tool, request) => {
              const body = { ...request, PROJECT_TOKEN: token ?? "" };
              const { job_id: jobId } = await startMigration(tool, { ...body, DRY_RUN: true });
              keepRequest(jobId, { tool, body });
              await navigate({
                to: "/p/$projectId/migrations/$jobId",
                params: { projectId, jobId },
                search: {},
              });
            }}
          />
        )}
      </QueryState>
    </Page>
  );
}
