import { useQuery } from "@tanstack/react-query";
import { reportQuery } from "../reports/queries.ts";
import { Card } from "../ui/Card.tsx";
import { formatCount } from "../ui/format.ts";
import { QueryState } from "../ui/QueryState.tsx";
import { Sparkline } from "../ui/Sparkline.tsx";

const DAYS = 14;
const RENEWED_MS = 60_000;

/** How many people did anything, day by day, in the project's zone. */
export function ActivePeople({ projectId }: { projectId: number }) {
  const answer = useQuery({
    ...reportQuery(projectId, {
      ...{ version: 1, kind: "segmentation", events: [{ event: null }], measure: { kind: "unique" } },
      ...{ time_frame: { last: DAYS, unit: "day" }, unit: "day" },
    }),
    refetchInterval: RENEWED_MS,
  });
  return (
    <Card title="People active today" data-testid="home.people">
      <QueryState query={answer} failedTitle="People could not be counted">
        {({ series, timezone }) => {
          const values = (series[0]?.values ?? []).map((value) => value ?? 0);
          return (
            <>
              <p className="text-2xl font-semibold">{formatCount(values.at(-1) ?? 0)}</p>
              <p className="text-ink-soft">
                {formatCount(series[0]?.total ?? 0)} in {DAYS} days
              </p>
              <div className="mt-3">
                <Sparkline values={values} label={`People active per day, last ${DAYS} days`} height={48} />
              </div>
              <p className="mt-1 text-xs text-ink-faint">
                Per day in {timezone}, last {DAYS} days
              </p>
            </>
          );
        }}
      </QueryState>
    </Card>
  );
}
