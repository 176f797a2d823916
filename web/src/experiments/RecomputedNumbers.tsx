import { DataTable } from "../ui/DataTable.tsx";
import { Notice } from "../ui/Notice.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import type { Experiment, Recomputed } from "./queries.ts";

type Row = Recomputed["differences"][number] & { id: string; name: string };

/** A decision's numbers twice: from what it kept, and from the events as they are now. */
export function RecomputedNumbers({
  experiment,
  recomputed,
}: {
  experiment: Experiment;
  recomputed: Recomputed;
}) {
  const { is_identical: isIdentical, differences, reasons } = recomputed;
  const nameOf = (metric: string | null) =>
    metric === null ? "Exposures" : (experiment.metrics.find(({ id }) => id === metric)?.name ?? metric);
  const rows = differences.map((difference) => ({
    ...difference,
    id: `${difference.metric} ${difference.variant} ${difference.statistic}`,
    name: nameOf(difference.metric),
  }));
  return (
    <div className="space-y-3" data-testid="experiments.recomputed">
      <Notice tone={isIdentical ? "ok" : "bad"}>
        {isIdentical
          ? "From what the decision kept, the same numbers come out, to the bit."
          : "From what the decision kept, other numbers come out: the statistics have changed since."}
      </Notice>
      {rows.length === 0 ? (
        <p>The events say the same as they did then.</p>
      ) : (
        <>
          <p>The events say something else than they did then:</p>
          <ul className="list-disc pl-5">
            {reasons.map(({ reason, text }) => (
              <li key={reason}>{text}</li>
            ))}
          </ul>
          <DataTable label="What differs" rows={rows} rowId={({ id }) => id} columns={COLUMNS} />
        </>
      )}
    </div>
  );
}

const COLUMNS: TableColumn<Row>[] = [
  { id: "metric", header: "Metric", isName: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
  { id: "variant", header: "Variant", sortBy: ({ variant }) => variant, cell: ({ variant }) => variant },
  {
    id: "statistic",
    header: "Sum",
    sortBy: ({ statistic }) => statistic,
    cell: ({ statistic }) => statistic,
  },
  {
    id: "before",
    header: "Then",
    align: "right",
    sortBy: ({ before }) => before,
    cell: ({ before }) => before,
  },
  { id: "after", header: "Now", align: "right", sortBy: ({ after }) => after, cell: ({ after }) => after },
];
