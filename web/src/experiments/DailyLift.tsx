import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../app/useWorkspace.ts";
import { ChartFrame } from "../ui/ChartFrame.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Select } from "../ui/Select.tsx";
import { controlOf, metricsOf } from "./primary.ts";
import { type Daily, dailyQuery, type Experiment } from "./queries.ts";
import { intervalWords, liftWords } from "./words.ts";

type DailyLiftProps = {
  experiment: Experiment;
  metric: string | undefined;
  onMetric: (metric: string | undefined) => void;
};

/** How the lift of one metric settled while people were exposed, day after day. */
export function DailyLift({ experiment, metric, onMetric }: DailyLiftProps) {
  const { workspaceId } = useWorkspace();
  const metrics = metricsOf(experiment);
  const known = metrics.some(({ id }) => id === metric) ? metric : undefined;
  const daily = useQuery(dailyQuery(workspaceId, experiment.id, known));
  return (
    <QueryState
      query={daily}
      failedTitle="The course of the lift could not be loaded"
      isEmpty={({ days }) => days.length === 0}
      empty={null}
    >
      {(found) => {
        const shown = metrics.find(({ id }) => id === found.metric_id);
        const treatments = experiment.variants
          .map(({ key }) => key)
          .filter((key) => key !== controlOf(experiment));
        return (
          <ChartFrame
            title={`Lift of ${shown?.name ?? "the metric"}, day by day`}
            summary={summaryOf(found, treatments)}
            labels={found.days.map(({ day }) => day)}
            labelHeader="Exposed up to (UTC day)"
            series={treatments.flatMap((key) => seriesOf(found, key))}
            height={240}
            fileName={`experiment_${experiment.id}_daily`}
            data-testid="experiments.daily"
            tools={
              metrics.length < 2 ? null : (
                <Select
                  aria-label="Metric"
                  className="max-w-40"
                  choices={metrics.map(({ id, name }) => ({ value: id, label: name }))}
                  value={found.metric_id ?? ""}
                  onChoose={onMetric}
                />
              )
            }
          />
        );
      }}
    </QueryState>
  );
}

const percent = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value * 10_000) / 100;

/** The lift in percent, between the ends of its interval. */
const seriesOf = ({ days }: Daily, key: string) => [
  { name: `${key}, lift %`, values: days.map(({ results }) => percent(results[key]?.lift ?? undefined)) },
  { name: `${key}, at least %`, values: days.map(({ results }) => percent(results[key]?.lift_ci?.[0])) },
  { name: `${key}, at most %`, values: days.map(({ results }) => percent(results[key]?.lift_ci?.[1])) },
];

function summaryOf({ days }: Daily, treatments: readonly string[]): string {
  const last = days.at(-1);
  const said = treatments.flatMap((key) => {
    const line = last?.results[key];
    if (line === undefined) return [];
    const [low, high] = line.lift_ci ?? [];
    const interval = low === undefined || high === undefined ? "" : ` (${intervalWords([low, high])})`;
    return [`${key} ${liftWords(line.lift)}${interval}`];
  });
  return `Of everybody exposed up to each UTC day, with all they did since. By ${last?.day ?? "now"}: ${said.join("; ")}.`;
}
