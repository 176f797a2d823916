import { useQuery } from "@tanstack/react-query";
import { useProject } from "../app/useProject.ts";
import { QueryState } from "../ui/QueryState.tsx";
import { Switch } from "../ui/Switch.tsx";
import { ImportsTable } from "./ImportsTable.tsx";
import { NoImportsYet } from "./NoImportsYet.tsx";
import { importsQuery, sourcesQuery } from "./queries.ts";

type ImportsTabProps = { withDeleted: boolean; onDeleted: (withDeleted: boolean) => void };

export function ImportsTab({ withDeleted, onDeleted }: ImportsTabProps) {
  const { projectId, can } = useProject();
  const imports = useQuery(importsQuery(projectId, withDeleted));
  const sources = useQuery({ ...sourcesQuery(projectId), enabled: can("warehouse:read") });
  const names = new Map(sources.data?.map(({ id, source_name: name }) => [id, name]));
  return (
    <QueryState
      query={imports}
      empty={
        <NoImportsYet hasSources={names.size > 0}>
          <ShowDeleted withDeleted={withDeleted} onDeleted={onDeleted} />
        </NoImportsYet>
      }
      failedTitle="The imports could not be loaded"
    >
      {(list) => (
        <ImportsTable
          imports={list}
          sourceNames={names}
          toolbar={<ShowDeleted withDeleted={withDeleted} onDeleted={onDeleted} />}
        />
      )}
    </QueryState>
  );
}

const ShowDeleted = ({ withDeleted, onDeleted }: ImportsTabProps) => (
  <Switch
    label="Show deleted"
    checked={withDeleted}
    onChange={onDeleted}
    data-testid="warehouse.show-deleted"
  />
);
