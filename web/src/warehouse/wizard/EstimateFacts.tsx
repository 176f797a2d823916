import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/Notice.tsx";
import { FactList } from "../FactList.tsx";
import type { Estimate } from "../queries.ts";
import { Warnings } from "./Warnings.tsx";

/** A time as the warehouse writes it, to the second. */
const withoutFraction = (time: string | null): string => time?.replace(/\.\d+/, "") ?? "–";

/** Above this, a try with one month is worth the time it takes. */
const MANY_ROWS = 1_000_000;

type EstimateFactsProps = {
  estimate: Estimate;
  /** Profiles and lookup tables are not counted. */
  isEvents: boolean;
};

export function EstimateFacts({ estimate, isEvents }: EstimateFactsProps) {
  const empty = Object.entries(estimate.nulls).filter(([, count]) => count > 0);
  return (
    <div className="space-y-3" data-testid="wizard.estimate">
      <FactList
        facts={[
          ["Rows", formatCount(estimate.rows)],
          ...(isEvents
            ? ([
                ["From", withoutFraction(estimate.from)],
                ["To", withoutFraction(estimate.to)],
              ] satisfies [string, string][])
            : []),
          ...empty.map(
            ([column, count]) => [`Rows without ${column}`, formatCount(count)] satisfies [string, string],
          ),
        ]}
      />
      {isEvents ? <UsageNotice rows={estimate.rows} /> : null}
      <Warnings warnings={estimate.warnings} />
    </div>
  );
}

const UsageNotice = ({ rows }: { rows: number }) => (
  <Notice tone={rows > MANY_ROWS ? "warn" : "info"}>
    About {formatCount(rows)} {rows === 1 ? "event counts" : "events count"} towards the usage of the month in
    which they are imported.
    {rows > MANY_ROWS ? " Try one month first: go back a step and choose its last month." : null}
  </Notice>
);
