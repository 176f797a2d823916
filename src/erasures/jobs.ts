import { Type } from "typebox";
import { job } from "../platform/jobs/index.ts";
import type { ErasureDeps } from "./deps.ts";
import { runErasure } from "./run-erasure.ts";

export const erasePersonsJob = job({
  name: "erasures.run",
  payload: Type.Object({ erasureId: Type.Integer() }),
  attemptsMax: 20,
  // Two at once would rewrite the same segments of the journal.
  serialBy: () => "all",
  async run(deps: ErasureDeps, { erasureId }, { signal, log }) {
    const erasure = await deps.erasures.find(erasureId);
    if (erasure === undefined || erasure.state === "done") return;
    try {
      await runErasure(deps, erasure, signal);
      log.info({ erasureId, projectId: erasure.projectId }, "persons erased");
    } catch (cause) {
      if (!signal.aborted) {
        const error = cause instanceof Error ? cause.message : String(cause);
        await deps.erasures.change(erasureId, { state: "failed", error });
      }
      throw cause;
    }
  },
});
