import { useMemo } from "react";
import { DataTable } from "../ui/DataTable.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import { controlOf, metricsOf } from "./primary.ts";
import type { Experiment, Metric } from "./queries.ts";
import { type Line, linesOf } from "./results.ts";
import { SignificanceWord } from "./SignificanceWord.tsx";
import { chanceWords, intervalWords, liftWords, valueWords } from "./words.ts";

type Row = { id: string; metric: Metric; variant: string; line: Line; isControl: boolean };

/** Every number of every metric and variant. */
export function ResultsTable({ experiment }: { experiment: Experiment }) {
  const rows = useMemo(() => rowsOf(experiment), [experiment]);
  return (
    <DataTable
      label="Results by metric and variant"
      rows={rows}
      rowId={({ id }) => id}
      columns={COLUMNS}
      csvName={`experiment_${experiment.id}`}
      data-testid="experiments.results-table"
    />
  );
}

function rowsOf(experiment: Experiment): Row[] {
  const control = controlOf(experiment);
  return metricsOf(experiment).flatMap((metric) =>
    Object.entries(linesOf(experiment.results_cache.metrics, metric.id)).map(([variant, line]) => ({
      id: `${metric.id} ${variant}`,
      ...{ metric, variant, line, isControl: variant === control },
    })),
  );
}

const COLUMNS: TableColumn<Row>[] = [
  {
    id: "metric",
    header: "Metric",
    isName: true,
    sortBy: ({ metric }) => metric.name,
    cell: ({ metric }) => <span className="wrap-anywhere">{metric.name}</span>,
  },
  {
    id: "variant",
    header: "Variant",
    sortBy: ({ variant }) => variant,
    cell: ({ variant, isControl }) => (
      <span className="wrap-anywhere">
        {variant}
        {isControl ? " (control)" : ""}
      </span>
    ),
  },
  {
    id: "exposed",
    header: "Exposed people",
    align: "right",
    sortBy: ({ line }) => line.sampleSize,
    cell: ({ line }) => line.sampleSize.toLocaleString("en"),
  },
  {
    id: "value",
    header: "Value",
    align: "right",
    sortBy: ({ line }) => line.value,
    cell: ({ metric, line }) => valueWords(metric, line.value),
  },
  {
    id: "lift",
    header: "Lift",
    align: "right",
    sortBy: ({ line }) => line.lift,
    cell: ({ line, isControl }) => (isControl ? "–" : liftWords(line.lift)),
  },
  {
    id: "interval",
    header: "Interval",
    csv: ({ line }) => line.liftInterval?.join(" to "),
    cell: ({ line, isControl }) => (isControl ? "–" : intervalWords(line.liftInterval)),
  },
  {
    id: "p",
    header: "p",
    align: "right",
    sortBy: ({ line }) => line.p,
    cell: ({ line, isControl }) => (isControl ? "–" : chanceWords(line.p)),
  },
  {
    id: "significance",
    header: "Significant",
    csv: ({ line }) => line.significance,
    cell: ({ metric, line, isControl }) =>
      isControl ? "–" : <SignificanceWord metric={metric} line={line} />,
  },
];
