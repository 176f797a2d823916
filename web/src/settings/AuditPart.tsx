import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { useMemo } from "react";
import { usePages } from "../app/usePages.ts";
import { useProject } from "../app/useProject.ts";
import { Card } from "../ui/Card.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { DiffView } from "../ui/DiffView.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { formatMoment } from "../ui/format.ts";
import { Pagination } from "../ui/Pagination.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { AuditFilter } from "./AuditFilter.tsx";
import { type AuditEntry, auditQuery } from "./queries.ts";

/** Who changed what, and when. */
export function AuditPart() {
  const { projectId, timezone } = useProject();
  const search = useSearch({ from: "/signed-in/p/$projectId/settings/$part" });
  const navigate = useNavigate({ from: "/p/$projectId/settings/$part" });
  const columns = useMemo(
    (): TableColumn<AuditEntry>[] => [
      {
        id: "at",
        header: `Time (${timezone})`,
        cell: ({ at }) => <span className="whitespace-nowrap">{formatMoment(at, timezone)}</span>,
        csv: ({ at }) => at,
      },
      {
        id: "who",
        header: "Who",
        cell: ({ principal_name }) => principal_name,
        csv: ({ principal_name }) => principal_name,
      },
      {
        id: "action",
        header: "What",
        isName: true,
        cell: ({ action }) => action,
        csv: ({ action }) => action,
      },
      {
        id: "target",
        header: "To what",
        cell: ({ target_type, target_id }) => `${target_type} ${target_id}`,
        csv: ({ target_type, target_id }) => `${target_type} ${target_id}`,
        className: "wrap-anywhere",
      },
      {
        id: "from",
        header: "From",
        cell: (entry) => entry.client_address,
        csv: (entry) => entry.client_address,
        hiddenAtFirst: true,
      },
      {
        id: "request",
        header: "Request id",
        cell: (entry) => entry.request_id,
        csv: (entry) => entry.request_id,
        hiddenAtFirst: true,
      },
    ],
    [timezone],
  );
  const action = search.action === undefined ? {} : { action: search.action };
  const pages = usePages(search.before?.toString(), (before, state) => {
    void navigate({ search: before === undefined ? action : { ...action, before: Number(before) }, state });
  });
  return (
    <Card title="Audit log">
      <QueryState
        query={useQuery(auditQuery(projectId, search))}
        isEmpty={({ entries }) => entries.length === 0 && search.action === undefined}
        empty={<EmptyState icon={ScrollText} title="Nothing was changed yet" />}
      >
        {({ entries, next }) => (
          <>
            <DataTable
              label="Audit log"
              rows={entries}
              rowId={({ id }) => String(id)}
              columns={columns}
              expand={({ before, after }) => <DiffView before={before} after={after} />}
              toolbar={
                <AuditFilter
                  key={search.action}
                  action={search.action ?? ""}
                  onChange={(wanted) => void navigate({ search: wanted === "" ? {} : { action: wanted } })}
                />
              }
              csvName={`project-${projectId}-audit-log`}
              data-testid="settings.audit"
            />
            <Pagination
              summary={search.before === undefined ? "Newest first" : "Older entries"}
              onPrevious={pages.previous}
              onNext={next === null ? undefined : () => pages.next(String(next))}
            />
          </>
        )}
      </QueryState>
    </Card>
  );
}
