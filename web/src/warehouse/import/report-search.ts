import type { SegmentationReport } from "../../../../src/reports/model/report.ts";
import type { Import } from "../queries.ts";

type Stored = { events: number; from: string | null; to: string | null };

const DAY_MS = 86_400_000;

/** A report of an import's events, or of those that one run brought, over just the days they are of. Undefined: there are none. */
export function reportSearch(
  { job_id: jobId }: Pick<Import, "job_id">,
  stored: Stored | undefined,
  timezone: string,
  runId?: string,
): { q: SegmentationReport } | undefined {
  if (stored === undefined || stored.from === null || stored.to === null) return undefined;
  const equals = (property: string, value: string) => ({
    property,
    operator: "equals" as const,
    value: [value],
  });
  const of = runId === undefined ? [] : [equals("$warehouse_import_run_id", runId)];
  return {
    q: {
      version: 1,
      kind: "segmentation",
      events: [{ event: null }],
      time_frame: { from: dayIn(stored.from, timezone), to: dayIn(stored.to, timezone) },
      unit: unitFor(Date.parse(stored.to) - Date.parse(stored.from)),
      filters: { clauses: [equals("$warehouse_import_job_id", jobId), ...of] },
    },
  };
}

/** As many periods as a chart shows well. */
function unitFor(spanMs: number): "hour" | "day" | "week" | "month" | "year" {
  const days = spanMs / DAY_MS;
  if (days <= 2) return "hour";
  if (days <= 120) return "day";
  if (days <= 720) return "week";
  return days <= 7_300 ? "month" : "year";
}

/** `2026-01-31`, of the zone in which the report's days begin. */
const dayIn = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(moment),
  );
