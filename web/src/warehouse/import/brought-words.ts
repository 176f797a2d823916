import { formatCount } from "../../ui/format.ts";
import type { Run } from "../queries.ts";

type Counts = Pick<
  Run,
  | "status"
  | "rows_read"
  | "rows_failed"
  | "num_events_imported"
  | "rows_inserted"
  | "rows_updated"
  | "rows_deleted"
>;

/** What a run brought, in a few words: "250 replaced · 30 taken back". */
export function broughtWords(run: Counts): string {
  if (run.status === "RUNNING") return `${formatCount(run.rows_read)} read`;
  const changed = [
    [run.rows_inserted, "added"],
    [run.rows_updated, "replaced"],
    [run.rows_deleted, "taken back"],
  ] as const;
  const said = changed.filter(([count]) => count > 0);
  const brought =
    said.length === 0 ? [[run.num_events_imported ?? run.rows_read, "imported"] as const] : said;
  const failed = run.rows_failed === 0 ? [] : [[run.rows_failed, "failed"] as const];
  return [...brought, ...failed].map(([count, word]) => `${formatCount(count)} ${word}`).join(" · ");
}
