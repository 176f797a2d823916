import type { Experiment, Metric } from "./queries.ts";
import { type Line, linesOf } from "./results.ts";

export const controlOf = ({ variants, settings }: Experiment): string =>
  settings.controlKey || (variants.find(({ is_control }) => is_control)?.key ?? variants[0]?.key ?? "");

/** Metrics that are computed: one without a name is a placeholder. */
export const metricsOf = ({ metrics }: Experiment): (Metric & { id: string })[] =>
  metrics.flatMap((metric) =>
    metric.name === "" || metric.id === undefined ? [] : [{ ...metric, id: metric.id }],
  );

/** The metric that decides, with the line of its best treatment. */
export function primaryOf(
  experiment: Experiment,
): { metric: Metric; variant: string; line: Line } | undefined {
  const metrics = metricsOf(experiment);
  const metric = metrics.find(({ type }) => type === "primary" || type === undefined) ?? metrics[0];
  if (metric === undefined) return undefined;
  const lines = linesOf(experiment.results_cache.metrics, metric.id);
  const treatments = Object.entries(lines).filter(
    ([key, { lift }]) => key !== controlOf(experiment) && lift !== null,
  );
  const sign = metric.direction === "down" ? -1 : 1;
  const [best] = treatments.sort(([, one], [, other]) => sign * ((other.lift ?? 0) - (one.lift ?? 0)));
  return best && { metric, variant: best[0], line: best[1] };
}
