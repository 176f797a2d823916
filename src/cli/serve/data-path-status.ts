import type { Part } from "../../http/index.ts";
import type { AcceptDeps } from "../../ingestion/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { Loader } from "../../loader/index.ts";
import type { Metrics } from "../../platform/metrics.ts";

type Watched = { journal: Pick<Journal, "stats">; loader: Pick<Loader, "status"> };

/** How the data path does, for `/readyz`. Events that wait are no failure; a journal that cannot be written is. */
export const dataPathParts = ({ journal, loader }: Watched): Part[] => [
  {
    name: "journal",
    check: async () => {
      const { failure, damagedCount, missing, lanes } = journal.stats();
      if (failure) throw new Error(`cannot be written: ${failure.code}`);
      return {
        damaged_ranges: damagedCount,
        missing_segments: missing.length,
        queue_bytes: lanes.live.queueBytes + lanes.bulk.queueBytes,
      };
    },
  },
  {
    name: "loader",
    check: async () => {
      const { opening, lanes, behind, setAside, stalled } = loader.status();
      if (stalled !== null) throw new Error(`events are accepted, and cannot be loaded: ${stalled}`);
      return { opening, lanes, projects_loading_anew: behind, frames_set_aside: setAside };
    },
  },
];

/** Answers what counts each batch. */
export function watchDataPath(metrics: Metrics, { journal, loader }: Watched): AcceptDeps["onCounted"] {
  const perLane = (read: (lane: "live" | "bulk") => number) => () => ({
    live: read("live"),
    bulk: read("bulk"),
  });
  metrics.gauges("journal_accepted_position", "Last position accepted, by lane", "lane", () =>
    perLane((lane) => loader.status().lanes[lane].accepted)(),
  );
  metrics.gauges("journal_loaded_position", "Last position in the event store, by lane", "lane", () =>
    perLane((lane) => loader.status().lanes[lane].loaded)(),
  );
  metrics.gauges(
    "loader_waiting_seconds",
    "How long the oldest event that is not loaded has been waiting, by lane",
    "lane",
    () => perLane((lane) => loader.status().lanes[lane].waitingMs / 1000)(),
  );
  metrics.gauges("journal_queue_bytes", "Bytes that wait for a sync, by lane", "lane", () =>
    perLane((lane) => journal.stats().lanes[lane].queueBytes)(),
  );
  metrics.gauges("journal_disk_bytes", "Size of the journal, by lane", "lane", () =>
    perLane((lane) => journal.stats().lanes[lane].diskBytes)(),
  );
  metrics.gauge("journal_damaged_ranges", "Places in the journal that hold no provable frame", () => {
    return journal.stats().damagedCount;
  });
  metrics.gauge("loader_set_aside_frames", "Frames that could not be loaded", () => loader.status().setAside);
  metrics.gauge(
    "loader_behind_projects",
    "Projects that are loaded anew",
    () => loader.status().behind.length,
  );
  const records = metrics.counter("records_total", "Records by what became of them", "outcome");
  const codes = metrics.counter("records_by_code_total", "Refusals, drops and repairs of records", "code");
  return (_scope, { accepted, refused, counts }) => {
    if (accepted > 0) records("accepted", accepted);
    if (refused.length > 0) records("refused", refused.length);
    for (const [code, count] of Object.entries(counts)) codes(code, count);
  };
}
