import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useMemo } from "react";
import { type GroupKey, groupKeysQuery } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { Card } from "../ui/Card.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { GroupKeyActions } from "./GroupKeyActions.tsx";
import { NewGroupKey } from "./NewGroupKey.tsx";

export function GroupKeysPart() {
  const { projectId } = useProject();
  const columns = useMemo(
    (): TableColumn<GroupKey>[] => [
      {
        id: "property_name",
        header: "Property",
        isName: true,
        cell: ({ property_name }) => <code className="font-mono text-xs wrap-anywhere">{property_name}</code>,
        sortBy: ({ property_name }) => property_name,
      },
      {
        id: "display_name",
        header: "Display name",
        cell: ({ display_name }) => display_name,
        sortBy: ({ display_name }) => display_name,
      },
      {
        id: "is_company_key",
        header: "Company key",
        cell: ({ is_company_key }) => (is_company_key ? "Yes" : "No"),
        sortBy: ({ is_company_key }) => is_company_key,
      },
      {
        id: "created_at",
        header: "Made",
        cell: ({ created_at }) => created_at.slice(0, 10),
        sortBy: ({ created_at }) => created_at,
      },
      {
        id: "actions",
        header: "Actions",
        className: "w-12",
        cell: (key) => <GroupKeyActions groupKey={key} />,
      },
    ],
    [],
  );
  return (
    <Card title="Group keys" action={<NewGroupKey />}>
      <p className="mb-3 text-ink-soft">
        Properties that say which company, team or account an event belongs to. Group profiles are kept by
        them.
      </p>
      <QueryState
        query={useQuery(groupKeysQuery(projectId))}
        empty={
          <EmptyState icon={Building2} title="No group key yet">
            Add one when people use the product together, such as <code>company_id</code>.
          </EmptyState>
        }
      >
        {(list) => (
          <DataTable
            label="Group keys"
            rows={list}
            rowId={({ data_group_id }) => data_group_id}
            columns={columns}
            data-testid="settings.group-keys"
          />
        )}
      </QueryState>
    </Card>
  );
}
