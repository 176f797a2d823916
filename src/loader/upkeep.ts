import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore } from "../events/index.ts";
import type { Log } from "../platform/log.ts";
import type { ProgressKeeper } from "./progress.ts";
import type { LoaderSettings } from "./types.ts";

export type UpkeepDeps = {
  store: Pick<EventStore, "compact">;
  progress: Pick<ProgressKeeper, "write">;
  settings: Pick<LoaderSettings, "noteEveryMs" | "compactEveryMs">;
  log: Log;
  /** Projects loaded since they were last looked at. */
  touched: Set<number>;
};

/** Notes the place reached, and now and then puts rows that came out of order into the order of their times. */
export async function runUpkeep(deps: UpkeepDeps, closing: AbortSignal): Promise<void> {
  const { settings, log } = deps;
  let sinceCompactionMs = 0;
  while (!closing.aborted) {
    await sleep(settings.noteEveryMs, undefined, { signal: closing }).catch(() => undefined);
    await deps.progress
      .write()
      .catch((cause: unknown) =>
        log.warn({ err: cause }, "the loader's place could not be noted; trying again"),
      );
    sinceCompactionMs += settings.noteEveryMs;
    if (sinceCompactionMs < settings.compactEveryMs || closing.aborted) continue;
    sinceCompactionMs = 0;
    await compactTouched(deps, closing);
  }
}

async function compactTouched({ store, touched, log }: UpkeepDeps, closing: AbortSignal): Promise<void> {
  for (const projectId of touched) {
    if (closing.aborted) return;
    touched.delete(projectId);
    try {
      const report = await store.compact(projectId, { signal: closing });
      if (report.compacted) log.info({ projectId, ...report }, "rows were put into the order of their times");
    } catch (cause) {
      log.warn(
        { projectId, err: cause },
        "a project could not be compacted; it is tried again after its next events",
      );
    }
  }
}
