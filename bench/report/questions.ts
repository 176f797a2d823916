import type { SegmentationReport } from "../../src/reports/index.ts";
import { DAYS, FIRST_DAY } from "./fill.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.parse(FIRST_DAY);
const END_MS = START_MS + DAYS * DAY_MS;
const WITHIN = `event = 'Purchase' and time >= ${START_MS} and time < ${END_MS}`;

const report = (more: Partial<SegmentationReport>): SegmentationReport => ({
  version: 1,
  kind: "segmentation",
  events: [{ event: "Purchase" }],
  time_frame: { from: FIRST_DAY, to: new Date(END_MS - DAY_MS).toISOString().slice(0, 10) },
  unit: "day",
  ...more,
});

/** What the product is asked, and the same as somebody would write it who knows the file. */
export const QUESTIONS: { what: string; report: SegmentationReport; byHand: string }[] = [
  {
    what: "events by day and country",
    report: report({ breakdown: { property: "country", limit: 200 } }),
    byHand: `select (time - ${START_MS}) // ${DAY_MS} as day, p1, count(*) from event_rows where ${WITHIN} group by 1, 2`,
  },
  {
    what: "persons by day",
    report: report({ measure: { kind: "unique" } }),
    byHand: `with ids as materialized (
        select (time - ${START_MS}) // ${DAY_MS} as day, hash(distinct_id) as id from event_rows where ${WITHIN} group by 1, 2)
      select day, count(distinct coalesce(links.person, id)) from ids left join links on links."key" = id
      group by grouping sets ((day), ())`,
  },
];
