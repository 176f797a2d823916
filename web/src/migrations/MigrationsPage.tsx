import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, Plus } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button, buttonClass } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Page } from "../ui/Page.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { MigrationsTable } from "./MigrationsTable.tsx";
import { migrationsQuery, toolsQuery } from "./queries.ts";

/** How far is the copy, and is it complete? */
export function MigrationsPage() {
  const { projectId } = useProject();
  const migrations = useQuery(migrationsQuery(projectId));
  const tools = useQuery(toolsQuery);
  const names = tools.data?.source_tools.map(({ label }) => label).join(", ");
  return (
    <Page
      title="Migrations"
      badge={<Badge>Beta</Badge>}
      description="History of another tool, copied into this project."
      action={<NewMigration />}
    >
      <QueryState
        query={migrations}
        failedTitle="The migrations could not be loaded"
        isEmpty={({ jobs }) => jobs.length === 0}
        empty={
          <EmptyState title="Nothing was migrated yet" icon={ArrowLeftRight} action={<NewMigration />}>
            Events and profiles are copied with your credentials for the other tool
            {names === undefined ? "" : ` (${names})`}. A dry run counts first; repeated, nothing is loaded
            twice; and what was loaded can be taken back. Meant for fewer than 15 million events.
          </EmptyState>
        }
      >
        {({ jobs }) => <MigrationsTable migrations={jobs} />}
      </QueryState>
    </Page>
  );
}

function NewMigration() {
  const { projectId, whyNot } = useProject();
  const reason = whyNot("migrations:write");
  const words = (
    <>
      <Plus aria-hidden /> New migration
    </>
  );
  if (reason !== undefined)
    return (
      <Button look="primary" disabledReason={reason} data-testid="migrations.new">
        {words}
      </Button>
    );
  return (
    <Link
      to="/p/$projectId/migrations/new"
      params={{ projectId }}
      className={buttonClass("primary")}
      data-testid="migrations.new"
    >
      {words}
    </Link>
  );
}
