import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { useProject } from "../../app/useProject.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import { sourcesQuery } from "../queries.ts";
import { SourcesTable } from "./SourcesTable.tsx";

export function SourcesTab() {
  const { projectId, whyNot } = useProject();
  const sources = useQuery(sourcesQuery(projectId));
  return (
    <QueryState
      query={sources}
      failedTitle="The sources could not be loaded"
      empty={
        <EmptyState
          title="No sources yet"
          icon={Plug}
          action={
            <LinkButton
              look="primary"
              testId="warehouse.first-source"
              disabledReason={whyNot("warehouse:write")}
              link={<Link to="/p/$projectId/warehouse/sources/new" params={{ projectId }} />}
            >
              Connect a database
            </LinkButton>
          }
        >
          A source is a connection to a database or warehouse. Its secrets are sealed and never shown again.
        </EmptyState>
      }
    >
      {(list) => <SourcesTable sources={list} />}
    </QueryState>
  );
}
