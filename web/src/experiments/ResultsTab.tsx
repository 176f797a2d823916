import { RefreshCw } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { toast } from "../ui/toast.ts";
import { computeExperiment } from "./changes.ts";
import { DailyLift } from "./DailyLift.tsx";
import { ForestPlot } from "./ForestPlot.tsx";
import { metricsOf } from "./primary.ts";
import type { Experiment } from "./queries.ts";
import { RecommendationCard } from "./RecommendationCard.tsx";
import { exposuresOf, resultsOf } from "./results.ts";
import type { OneSearch } from "./search.ts";
import { useChange } from "./useChange.ts";

type ResultsTabProps = {
  experiment: Experiment;
  search: OneSearch;
  onChange: (next: { [Key in keyof OneSearch]?: OneSearch[Key] | undefined }) => void;
};

/** Whether it worked, as far as the numbers say. */
export function ResultsTab({ experiment, search, onChange }: ResultsTabProps) {
  const results = resultsOf(experiment);
  const { total, warnings } = exposuresOf(experiment);
  if (experiment.status === "draft")
    return (
      <EmptyState title="Nothing to see yet">
        The experiment is a draft. Numbers come in when it is launched and people are exposed.
      </EmptyState>
    );
  return (
    <div className="space-y-5">
      <Computed experiment={experiment} at={results.computedAt} />
      <Notes experiment={experiment} />
      {results.recommendation === null ? null : (
        <RecommendationCard recommendation={results.recommendation} />
      )}
      {[...results.errors, ...results.warnings, ...warnings].map((text) => (
        <Notice key={text} tone="warn">
          {text}
        </Notice>
      ))}
      {metricsOf(experiment).length === 0 ? (
        <EmptyState title="There is no metric to compare by">
          Add one on the edit page: what people should do more or less of.
        </EmptyState>
      ) : results.computedAt === null || total === 0 ? (
        <EmptyState title={total === 0 ? "Nobody was exposed yet" : "Not computed yet"}>
          {total === 0
            ? "Somebody counts from their first “$experiment_started” event that names this experiment."
            : "Numbers are computed every hour; compute them now to see them at once."}
        </EmptyState>
      ) : (
        <>
          <ForestPlot
            experiment={experiment}
            asTable={search.table === true}
            onAsTable={(table) => onChange({ table: table || undefined })}
          />
          <DailyLift
            experiment={experiment}
            metric={search.metric}
            onMetric={(metric) => onChange({ metric })}
          />
        </>
      )}
    </div>
  );
}

/** When the numbers are from, and the way to newer ones. */
function Computed({ experiment, at }: { experiment: Experiment; at: string | null }) {
  const { timezone, whyNot } = useProject();
  const compute = useChange((workspaceId) => computeExperiment(workspaceId, experiment), "Computed");
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs text-ink-soft">
      {at === null ? "Not computed yet" : `Computed ${formatMoment(at, timezone)} (${timezone})`}
      <Button
        size="sm"
        busy={compute.isPending}
        disabledReason={whyNot("experiments:write")}
        onClick={() =>
          compute.mutate(undefined, { onError: (cause) => toast(cause.message, { tone: "bad" }) })
        }
        data-testid="experiments.compute"
      >
        <RefreshCw aria-hidden /> Compute now
      </Button>
    </p>
  );
}

/** Whether the planned end is there; with a fixed horizon, that looking early misleads. */
function Notes({ experiment }: { experiment: Experiment }) {
  const { isReady } = resultsOf(experiment);
  if (experiment.status !== "active") return null;
  if (isReady)
    return (
      <Notice tone="ok" title="Ready to review">
        The planned end is reached: look at the numbers and decide.
      </Notice>
    );
  if (experiment.settings.testingModel !== "frequentist") return null;
  return (
    <Notice tone="warn" title="Not there yet">
      This test has a fixed horizon: whoever stops at the first significant look finds differences that are
      none. Wait for the planned end.
    </Notice>
  );
}
