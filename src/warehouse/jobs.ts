import { job } from "../platform/jobs/index.ts";
import type { WarehouseDeps } from "./deps.ts";
import { runImportJob } from "./run-job.ts";
import { attemptRun } from "./sync/run-import.ts";

export const runImport = job({
  ...runImportJob,
  async run(deps: WarehouseDeps, { runId }, { signal, attempt }) {
    const outcome = await attemptRun(deps, runId, { signal, number: attempt });
    if (outcome === "again") throw new Error("the warehouse was away; the run is tried again");
  },
});
