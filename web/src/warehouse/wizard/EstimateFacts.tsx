import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/Notice.tsx";
import { FactList } from "../FactList.tsx";
import type { Estimate } from "../queries.ts";
import { Warnings } from "./Warnings.tsx";

/** A time as the warehouse writes it, to the second. */
const withoutFraction = (time: string | null): string => time?.replace(/\.\d+/, "") ?? "–";

/** Above this, a try with one month is worth the time it takes. */
const MANY_ROWS = 1_000_000;

export function EstimateFacts({ estimate }: { estimate: Estimate }) {
  const empty = Object.entries(estimate.nulls).filter(([, count]) => count > 0);
  return (
    <div className="space-y-3" data-testid="wizard.estimate">
      <FactList
        facts={[
          ["Rows", formatCount(estimate.rows)],
          ["From", withoutFraction(estimate.from)],
          ["To", withoutFraction(estimate.to)],
          ...empty.map(
            ([column, count]) => [`Rows without ${column}`, formatCount(count)] satisfies [string, string],
          ),
        ]}
      />
      <Notice tone={estimate.rows > MANY_ROWS ? "warn" : "info"}>
        About {formatCount(estimate.rows)} {estimate.rows === 1 ? "event counts" : "events count"} towards the
        usage of the month in which they are imported.
        {estimate.rows > MANY_ROWS ? " Try one month first: go back a step and choose its last month." : null}
      </Notice>
      <Warnings warnings={estimate.warnings} />
    </div>
  );
}
