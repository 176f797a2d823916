import { useMemo } from "react";
import type { ChartData } from "./chart-types.ts";
import { DataTable } from "./DataTable.tsx";
import type { TableColumn } from "./table-types.ts";

type ChartTableProps = { title: string; data: ChartData; labelHeader?: string | undefined };
type PeriodRow = { label: string; at: number };

/** The same numbers as a table: a row for each period, a column for each line. */
export function ChartTable({ title, data, labelHeader = "Period" }: ChartTableProps) {
  const { labels, series } = data;
  const rows = useMemo(() => labels.map((label, at): PeriodRow => ({ label, at })), [labels]);
  const columns = useMemo(
    (): TableColumn<PeriodRow>[] => [
      { id: "label", header: labelHeader, cell: ({ label }) => label, sortBy: ({ at }) => at, isName: true },
      ...series.map(
        ({ name, values }, place): TableColumn<PeriodRow> => ({
          id: `series-${place}`,
          header: name,
          align: "right",
          cell: ({ at }) => values[at]?.toLocaleString("en") ?? "–",
          sortBy: ({ at }) => values[at] ?? undefined,
        }),
      ),
    ],
    [labelHeader, series],
  );
  return (
    <DataTable
      label={title}
      rows={rows}
      rowId={({ at }) => String(at)}
      columns={columns}
      data-testid="chart.table"
    />
  );
}
