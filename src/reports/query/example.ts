import type { SegmentationReport } from "../model/report.ts";

/** For the OpenAPI document. */
export const exampleReport: SegmentationReport = {
  version: 1,
  kind: "segmentation",
  events: [{ event: "Purchase" }],
  measure: { kind: "unique" },
  time_frame: { from: "2026-06-01", to: "2026-06-02" },
  unit: "day",
  filters: { match: "all", clauses: [{ property: "price", operator: "greater_than", value: 5 }] },
  breakdown: { property: "country", limit: 1 },
};

const line = (line: "overall" | "segment" | "others", values: number[], total: number) => ({
  event: "Purchase",
  line,
  segment: line === "segment" ? { value: "US", type: "text" as const, label: "US" } : null,
  values,
  total,
});

export const exampleAnswer = {
  version: 1,
  kind: "segmentation",
  timezone: "America/New_York",
  unit: "day",
  time_frame: { from: "2026-06-01T00:00:00-04:00", to: "2026-06-02T23:59:59.999-04:00" },
  periods: [
    { start: "2026-06-01T00:00:00-04:00", end: "2026-06-02T00:00:00-04:00", complete: true },
    { start: "2026-06-02T00:00:00-04:00", end: "2026-06-03T00:00:00-04:00", complete: true },
  ],
  series: [line("overall", [1, 2], 3), line("segment", [1, 1], 2), line("others", [0, 1], 1)],
  segments: [{ event: "Purchase", shown: 1, found: 2 }],
  computed: {
    at: "2026-06-03T10:00:00.000Z",
    elapsed_ms: 12.4,
    events_counted: 3,
    rows_scanned: 5,
    explanation:
      "Persons with any of 'Purchase'; by day, from 2026-06-01 to 2026-06-02, with days as in America/New_York; where 'price' greater than 5; for each value of 'country'. Copies of an event count once. A person is one by all linked ids, as they are linked now.",
  },
};

export const exampleCsv =
  "start,timezone,complete,event,segment,value\r\n2026-06-01T00:00:00-04:00,America/New_York,true,Purchase,US,1\r\n";
