import { useMemo } from "react";
import { Button } from "../ui/Button.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { formatCount } from "../ui/format.ts";
import type { TableColumn } from "../ui/table-types.ts";
import { monthWords } from "./months.ts";

type MonthRow = { month: string; events: number };

/** All months since the project was made. */
export function MonthsTable({
  byMonth,
  onChoose,
}: {
  byMonth: Readonly<Record<string, number>>;
  onChoose: (month: string) => void;
}) {
  const rows = useMemo(
    () => Object.entries(byMonth).map(([month, events]): MonthRow => ({ month, events })),
    [byMonth],
  );
  const columns: TableColumn<MonthRow>[] = [
    {
      id: "month",
      header: "Month",
      isName: true,
      cell: ({ month }) => (
        <Button look="ghost" size="sm" onClick={() => onChoose(month)}>
          {monthWords(month)}
        </Button>
      ),
      sortBy: ({ month }) => month,
    },
    {
      id: "events",
      header: "Events",
      align: "right",
      cell: ({ events }) => formatCount(events),
      sortBy: ({ events }) => events,
    },
  ];
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-sm font-semibold">By month</h2>
      <DataTable
        label="Usage by month"
        rows={rows}
        rowId={({ month }) => month}
        columns={columns}
        initialSort={{ column: "month", descending: true }}
        csvName="usage_months"
        data-testid="usage.months"
      />
    </section>
  );
}
