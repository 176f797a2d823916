import type { EventStore } from "../../events/index.ts";
import type { Catalogs } from "../../ingestion/index.ts";
import { type Journal, LANES } from "../../journal/index.ts";
import type { Loader } from "../../loader/index.ts";
import type { Purge } from "../../projects/index.ts";

export type PurgeEventsDeps = {
  journal: Pick<Journal, "rotate" | "segments" | "rewrite">;
  store: Pick<EventStore, "dropProject">;
  loader: Pick<Loader, "forgetProject">;
  catalogs: Pick<Catalogs, "forget">;
};

/**
 * Takes a project's events out of everything: its store file, and the journal, whose other frames stay as they are. Nothing
 * comes in for it any more: its keys stopped working when it was deleted.
 */
export const purgeEvents =
  ({ journal, store, loader, catalogs }: PurgeEventsDeps): Purge =>
  async (projectId) => {
    await loader.forgetProject(projectId);
    await store.dropProject(projectId);
    for (const lane of LANES) await journal.rotate(lane);
    for (const segment of journal.segments().filter(({ closed }) => closed)) {
      const recast = await journal.rewrite(segment, (frame) =>
        frame.project === projectId ? "drop" : "keep",
      );
      if (!recast.ok) {
        throw new Error(
          `Segment ${segment.file} of the journal could not be rewritten (${recast.failure.code}); the project is purged when it can.`,
        );
      }
    }
    await catalogs.forget(projectId);
  };
