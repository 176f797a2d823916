import type { SegmentationReport } from "../../../src/reports/model/report.ts";

type ReportSearch = { q: SegmentationReport };

const report = (part: Omit<SegmentationReport, "version" | "kind">): ReportSearch => ({
  q: { version: 1, kind: "segmentation", ...part },
});

/** One event over the last 30 days: `<Link to="/p/$projectId/reports/new" search={reportOn(name)}>`. */
export const reportOn = (event: string): ReportSearch =>
  report({ events: [{ event }], time_frame: { last: 30, unit: "day" } });

/**
 * All events of a warehouse import, however old, or of one of its runs. Without ids the filter is there and waits to be filled in.
 * `since` is the day the oldest of them may have.
 */
export function reportByImport(
  about: { importId?: string | number; jobId?: string; since?: string } = {},
): ReportSearch {
  const { importId, jobId, since } = about;
  const clauses = [
    ...(jobId === undefined || importId !== undefined
      ? [
          {
            property: "$warehouse_import_id",
            operator: "equals" as const,
            ...(importId === undefined
              ? {}
              : { value: [/^\d+$/.test(String(importId)) ? Number(importId) : String(importId)] }),
          },
        ]
      : []),
    ...(jobId === undefined
      ? []
      : [{ property: "$warehouse_import_job_id", operator: "equals" as const, value: [jobId] }]),
  ];
  return report({
    events: [{ event: null }],
    time_frame: since === undefined ? { last: 12, unit: "month" } : { since },
    unit: since === undefined ? "month" : "day",
    filters: { clauses },
  });
}

/** All events that a migration brought, however old. */
export const reportByMigration = (jobId: string, since: string): ReportSearch =>
  report({
    events: [{ event: null }],
    time_frame: { since },
    filters: { clauses: [{ property: "$migration_job_id", operator: "equals", value: [jobId] }] },
  });
