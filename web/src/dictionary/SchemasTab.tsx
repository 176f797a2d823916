import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileJson } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { JsonView } from "../ui/JsonView.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { Moment } from "./Moment.tsx";
import { type EntryLine, namedEntriesQuery } from "./queries.ts";
import { schemaQuery } from "./schema-queries.ts";

/** Everything that is declared, as JSON. */
export function SchemasTab() {
  const { projectId } = useProject();
  const declared = useQuery(namedEntriesQuery(projectId, "declared"));
  return (
    <QueryState
      query={declared}
      failedTitle="The schemas could not be loaded"
      isEmpty={({ entries }) => entries.length === 0}
      empty={
        <EmptyState icon={FileJson} title="Nothing is declared yet">
          Edit an event, import a file, or send schemas to the API: each makes one.
        </EmptyState>
      }
    >
      {({ entries, total }) => (
        <>
          <DataTable
            label="Schemas"
            rows={entries}
            rowId={({ entity_type, name }) => `${entity_type} ${name}`}
            columns={columnsOf(projectId)}
            expand={(line) => <RawSchema line={line} />}
            data-testid="dictionary.schemas"
          />
          {total > entries.length ? (
            <p className="mt-2 text-xs text-ink-soft">
              The first {entries.length.toLocaleString("en")} of {total.toLocaleString("en")}; the exported
              file has all.
            </p>
          ) : null}
        </>
      )}
    </QueryState>
  );
}

function RawSchema({ line }: { line: EntryLine }) {
  const { projectId } = useProject();
  const schema = useQuery(schemaQuery(projectId, { entityType: line.entity_type, name: line.name }));
  return <QueryState query={schema}>{(json) => <JsonView value={json} label="schema" />}</QueryState>;
}

const columnsOf = (projectId: number): TableColumn<EntryLine>[] => [
  {
    id: "name",
    header: "Entry",
    isName: true,
    className: "min-w-40 max-w-80",
    sortBy: ({ name }) => name,
    cell: ({ entity_type, name }) => (
      <Link
        to={
          entity_type === "event"
            ? "/p/$projectId/dictionary/events/$name"
            : "/p/$projectId/dictionary/profiles/$name"
        }
        params={{ projectId, name }}
        search={{ tab: "schema" }}
        className="line-clamp-3 text-accent-text wrap-anywhere hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: "type",
    header: "Of",
    sortBy: ({ entity_type }) => entity_type,
    cell: ({ entity_type }) => entity_type,
  },
  {
    id: "properties",
    header: "Properties",
    align: "right",
    sortBy: ({ declared_properties }) => declared_properties,
    cell: ({ declared_properties }) => declared_properties.toLocaleString("en"),
  },
  {
    id: "version",
    header: "Version",
    align: "right",
    sortBy: ({ version }) => version,
    cell: ({ version }) => version,
  },
  {
    id: "changed",
    header: "Changed",
    sortBy: ({ changed_at }) => changed_at,
    cell: ({ changed_at, changed_by }) => (
      <>
        <Moment at={changed_at} /> <span className="text-ink-soft">{changed_by}</span>
      </>
    ),
  },
];
