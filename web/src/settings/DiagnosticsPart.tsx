import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useMemo } from "react";
import { useProject } from "../app/useProject.ts";
import { Card } from "../ui/Card.tsx";
import { CodeBlock } from "../ui/CodeBlock.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { formatCount, formatMoment } from "../ui/format.ts";
import { QueryState } from "../ui/QueryState.tsx";
import { Select } from "../ui/Select.tsx";
import { StatusChip } from "../ui/StatusChip.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { type CodeCount, countByCode } from "./count-codes.ts";
import { type Diagnostics, diagnosticsQuery } from "./queries.ts";

type Sample = Diagnostics["samples"][number] & { id: string };

const KINDS = [
  { value: "", label: "Refused, dropped and repaired" },
  { value: "refused", label: "Refused: not stored" },
  { value: "dropped", label: "Dropped: by the dictionary" },
  { value: "repaired", label: "Repaired: stored with a change" },
] as const;
const TONES = { refused: "bad", dropped: "warn", repaired: "info" } as const;

const COUNT_COLUMNS: readonly TableColumn<CodeCount>[] = [
  { id: "code", header: "Reason", isName: true, cell: ({ code }) => code, sortBy: ({ code }) => code },
  {
    id: "kind",
    header: "What became of it",
    cell: ({ kind }) => <StatusChip tone={TONES[kind]}>{kind}</StatusChip>,
    sortBy: ({ kind }) => kind,
  },
  { id: "endpoint", header: "Door", cell: ({ endpoint }) => endpoint, sortBy: ({ endpoint }) => endpoint },
  {
    id: "count",
    header: "Records",
    align: "right",
    cell: ({ count }) => formatCount(count),
    sortBy: ({ count }) => count,
  },
];

/** What was sent and not taken as it came. */
export function DiagnosticsPart() {
  const { projectId, timezone } = useProject();
  const search = useSearch({ from: "/signed-in/p/$projectId/settings/$part" });
  const navigate = useNavigate({ from: "/p/$projectId/settings/$part" });
  const columns = useMemo(
    (): TableColumn<Sample>[] => [
      {
        id: "at",
        header: `Time (${timezone})`,
        cell: ({ at }) => formatMoment(at, timezone),
        sortBy: ({ at }) => at,
      },
      { id: "code", header: "Reason", isName: true, cell: ({ code }) => code, sortBy: ({ code }) => code },
      { id: "field", header: "Field", cell: ({ field }) => field, sortBy: ({ field }) => field },
      { id: "message", header: "In words", cell: ({ message }) => message, csv: ({ message }) => message },
    ],
    [timezone],
  );
  return (
    <Card title="Ingestion diagnostics">
      <Select
        aria-label="What became of records"
        className="mb-3 max-w-72"
        choices={KINDS}
        value={search.kind ?? ""}
        onChoose={(kind) => void navigate({ search: kind === "" ? {} : { kind }, replace: true })}
      />
      <QueryState
        query={useQuery(diagnosticsQuery(projectId, search))}
        isEmpty={({ counts, samples }) => counts.length === 0 && samples.length === 0}
        empty={
          <EmptyState icon={CircleCheck} title="Everything that came was taken">
            Records that are refused, dropped or repaired are counted here, with samples.
          </EmptyState>
        }
      >
        {({ counts, samples }) => (
          <div className="space-y-5">
            <DataTable
              label="Reasons"
              rows={countByCode(counts)}
              rowId={({ code, kind, endpoint }) => `${kind} ${code} ${endpoint}`}
              columns={COUNT_COLUMNS}
              initialSort={{ column: "count", descending: true }}
              csvName="ingestion-reasons"
              data-testid="settings.reasons"
            />
            <DataTable
              label="Samples"
              rows={samples.map((sample, place): Sample => ({ ...sample, id: `${sample.at} ${place}` }))}
              rowId={({ id }) => id}
              columns={columns}
              expand={({ record }) => <CodeBlock code={record} label="record" />}
              csvName="ingestion-samples"
              data-testid="settings.samples"
            />
          </div>
        )}
      </QueryState>
    </Card>
  );
}
