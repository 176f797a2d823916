import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Card } from "../ui/Card.tsx";
import { ChartFrame } from "../ui/ChartFrame.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Notice } from "../ui/Notice.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { dailyQuery, type Experiment } from "./queries.ts";
import { exposuresOf } from "./results.ts";
import { SampleRatioNotice } from "./SampleRatioNotice.tsx";
import { shareWords } from "./words.ts";

/** Who was exposed, to what, when; and whether the split is the one that was meant. */
export function ExposuresTab({ experiment }: { experiment: Experiment }) {
  const { workspaceId } = useWorkspace();
  const daily = useQuery(dailyQuery(workspaceId, experiment.id, undefined));
  const { counts, total, sampleRatio, warnings } = exposuresOf(experiment);
  return (
    <div className="space-y-5">
      <SampleRatioNotice ratio={sampleRatio} />
      {warnings.map((text) => (
        <Notice key={text} tone="warn">
          {text}
        </Notice>
      ))}
      <Card title="People by variant">
        <table className="w-full text-left">
          <thead>
            <tr className="text-xs text-ink-soft">
              <th scope="col" className="py-1 pr-3 font-medium">
                Variant
              </th>
              <th scope="col" className="py-1 pr-3 text-right font-medium">
                Exposed
              </th>
              <th scope="col" className="py-1 pr-3 text-right font-medium">
                Share
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                Meant
              </th>
            </tr>
          </thead>
          <tbody>
            {experiment.variants.map(({ key, split }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="py-1 pr-3 font-medium wrap-anywhere">
                  {key}
                </th>
                <td className="py-1 pr-3 text-right">{(counts[key] ?? 0).toLocaleString("en")}</td>
                <td className="py-1 pr-3 text-right">
                  {total === 0 ? "–" : shareWords((counts[key] ?? 0) / total)}
                </td>
                <td className="py-1 text-right">{shareWords(split ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <QueryState
        query={daily}
        failedTitle="The exposures could not be loaded"
        isEmpty={({ days }) => days.length === 0}
        empty={<EmptyState title="Nobody was exposed yet" />}
      >
        {({ days }) => (
          <ChartFrame
            title="First exposures, day by day"
            summary={`${days
              .reduce((sum, day) => sum + Object.values(day.exposures).reduce((all, one) => all + one, 0), 0)
              .toLocaleString("en")} people, ${days[0]?.day} to ${days.at(-1)?.day} (UTC days).`}
            kind="stacked"
            labels={days.map(({ day }) => day)}
            labelHeader="UTC day"
            series={experiment.variants.map(({ key }) => ({
              name: key,
              values: days.map(({ exposures }) => exposures[key] ?? 0),
            }))}
            height={240}
            fileName={`experiment_${experiment.id}_exposures`}
            data-testid="experiments.exposures"
          />
        )}
      </QueryState>
    </div>
  );
}
