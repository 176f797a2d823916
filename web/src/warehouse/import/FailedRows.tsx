import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { formatCount } from "../../ui/format.ts";
import { Pagination } from "../../ui/Pagination.tsx";
import { QueryState } from "../../ui/QueryState.tsx";
import type { TableColumn } from "../../ui/table-types.ts";
import { failedRowsQuery } from "../queries.ts";

type FailedRow = {
  number: number;
  row_key: string;
  code: string;
  field: string;
  message: string;
  value: string | null;
};

const COLUMNS: readonly TableColumn<FailedRow>[] = [
  {
    id: "number",
    header: "No.",
    align: "right",
    cell: ({ number }) => number,
    sortBy: ({ number }) => number,
  },
  { id: "field", header: "Column", isName: true, cell: ({ field }) => field, sortBy: ({ field }) => field },
  {
    id: "message",
    header: "Reason",
    cell: ({ message }) => <span className="wrap-anywhere">{message}</span>,
    sortBy: ({ message }) => message,
  },
  {
    id: "value",
    header: "Value",
    cell: ({ value }) => <code className="font-mono text-xs wrap-anywhere">{value ?? "null"}</code>,
    sortBy: ({ value }) => value,
  },
  { id: "code", header: "Code", cell: ({ code }) => code, sortBy: ({ code }) => code, hiddenAtFirst: true },
  {
    id: "key",
    header: "Row key",
    cell: ({ row_key: key }) => key,
    csv: ({ row_key: key }) => key,
    hiddenAtFirst: true,
  },
];

type FailedRowsProps = { importId: number; runId: string; count: number };

/** Rows that became nothing, each with its reason. They stop nobody; mended in the table, a mirror takes them next time. */
export function FailedRows({ importId, runId, count }: FailedRowsProps) {
  const { projectId } = useProject();
  const [pages, setPages] = useState<readonly number[]>([0]);
  const rows = useQuery(failedRowsQuery(projectId, importId, runId, pages.at(-1) ?? 0));
  return (
    <section aria-label="Failed rows" data-testid="import.failed-rows">
      <h3 className="mb-2 font-medium">
        {count === 1 ? "1 row failed" : `${formatCount(count)} rows failed`}
      </h3>
      <QueryState query={rows} failedTitle="The failed rows could not be loaded">
        {({ errors, next }) => (
          <>
            <DataTable
              label="Failed rows"
              rows={errors}
              rowId={({ number }) => String(number)}
              columns={COLUMNS}
              csvName={`import-${importId}-failed-rows`}
            />
            {next === null && pages.length === 1 ? null : (
              <Pagination
                summary={`Page ${pages.length}`}
                onPrevious={pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined}
                onNext={next === null ? undefined : () => setPages([...pages, next])}
              />
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}
