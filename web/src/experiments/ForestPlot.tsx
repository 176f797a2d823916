import { ChartLine, Table2 } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { ForestRow, type PlottedLine } from "./ForestRow.tsx";
import { plotScale } from "./plot-scale.ts";
import { controlOf, metricsOf } from "./primary.ts";
import type { Experiment } from "./queries.ts";
import { ResultsTable } from "./ResultsTable.tsx";
import { linesOf, resultsOf } from "./results.ts";
import { liftWords } from "./words.ts";

type ForestPlotProps = { experiment: Experiment; asTable: boolean; onAsTable: (asTable: boolean) => void };

/** Lifts of all metrics with their intervals on one scale; and the same as a table. */
export function ForestPlot({ experiment, asTable, onAsTable }: ForestPlotProps) {
  const lines = plottedLines(experiment);
  const scale = plotScale(lines.map(({ line }) => line.liftInterval));
  const found = lines.filter(({ line }) => line.significance !== "NO").length;
  const confidence = Math.round((experiment.settings.confidenceLevel ?? 0.95) * 100);
  return (
    <figure className="rounded-lg border border-line bg-surface p-4" data-testid="experiments.results">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-2">
        <figcaption className="min-w-0">
          <span className="block font-semibold">Lift against “{controlOf(experiment)}”</span>
          <span className="block text-xs text-ink-soft">
            {found === 0
              ? "No difference is"
              : `${found} of ${lines.length} differences ${found === 1 ? "is" : "are"}`}{" "}
            significant. Of all people exposed, with {confidence}% intervals.
          </span>
        </figcaption>
        <Button
          size="sm"
          look="ghost"
          aria-pressed={asTable}
          onClick={() => onAsTable(!asTable)}
          data-testid="experiments.as-table"
        >
          {asTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />}
          {asTable ? "View as chart" : "View as table"}
        </Button>
      </div>
      {asTable ? (
        <ResultsTable experiment={experiment} />
      ) : (
        <>
          <ul className="space-y-3">
            {lines.map((plotted) => (
              <ForestRow key={`${plotted.metric.id} ${plotted.variant}`} plotted={plotted} scale={scale} />
            ))}
          </ul>
          <div
            aria-hidden
            className="mt-1 grid gap-x-4 text-2xs text-ink-faint sm:grid-cols-[14rem_1fr_11rem]"
          >
            <span className="flex justify-between sm:col-start-2">
              <span>{liftWords(scale.low)}</span>
              <span>{liftWords(scale.high)}</span>
            </span>
          </div>
        </>
      )}
    </figure>
  );
}

function plottedLines(experiment: Experiment): PlottedLine[] {
  const { metrics } = resultsOf(experiment);
  const control = controlOf(experiment);
  const treatments = experiment.variants.map(({ key }) => key).filter((key) => key !== control);
  return metricsOf(experiment).flatMap((metric) => {
    const lines = linesOf(metrics, metric.id);
    return treatments.flatMap((variant) => {
      const line = lines[variant];
      return line === undefined ? [] : [{ metric, variant, line }];
    });
  });
}
