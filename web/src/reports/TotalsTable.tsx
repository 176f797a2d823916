import { useMemo } from "react";
import { DataTable } from "../ui/DataTable.tsx";
import { formatValue } from "../ui/format.ts";
import type { TableColumn } from "../ui/table-types.ts";
import type { ChartLine } from "./chart-lines.ts";

type TotalsTableProps = { lines: readonly ChartLine[]; unit: string; title: string };

/** What each line comes to over the whole time frame. Of people that is not the sum: each counts once. */
export function TotalsTable({ lines, unit, title }: TotalsTableProps) {
  const columns = useMemo(
    (): TableColumn<ChartLine>[] => [
      {
        id: "name",
        header: "Line",
        isName: true,
        className: "min-w-32",
        cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
        sortBy: ({ name }) => name,
      },
      {
        id: "total",
        header: "Whole time frame",
        align: "right",
        cell: ({ total }) => formatValue(total),
        sortBy: ({ total }) => total,
      },
      {
        id: "average",
        header: `Average ${unit}`,
        align: "right",
        cell: (line) => formatValue(averageOf(line)),
        sortBy: averageOf,
      },
      {
        id: "peak",
        header: `Largest ${unit}`,
        align: "right",
        cell: (line) => formatValue(peakOf(line)),
        sortBy: peakOf,
      },
    ],
    [unit],
  );
  return (
    <DataTable
      label={`Totals of ${title}`}
      rows={lines}
      rowId={({ name }) => name}
      columns={columns}
      data-testid="report.totals"
    />
  );
}

const numbersOf = ({ values }: ChartLine): number[] => values.filter((value) => value !== null);

const averageOf = (line: ChartLine): number | null => {
  const numbers = numbersOf(line);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
};

const peakOf = (line: ChartLine): number | null => {
  const numbers = numbersOf(line);
  return numbers.length === 0 ? null : numbers.reduce((most, value) => Math.max(most, value));
};
