import { syncAppend } from "./append-mode.ts";
import { planEvents } from "./event-plan.ts";
import { eventSync } from "./event-sync.ts";
import { syncLookup } from "./lookup-sync.ts";
import { syncMirror } from "./mirror-mode.ts";
import type { SyncOutcome } from "./outcome.ts";
import { syncProfiles } from "./profile-sync.ts";
import { syncReplace } from "./replace-mode.ts";
import { companyProperty, nameOf, type TableSync } from "./table-sync.ts";

/** The kind of import and its mode decide how a table is read. */
export async function syncTable(sync: TableSync, upperBound: string): Promise<SyncOutcome> {
  switch (sync.import.kind) {
    case "people":
    case "groups":
      return await syncProfiles(sync, upperBound);
    case "lookup_table":
      return await syncLookup(sync);
    case "event_stream":
      return await syncEvents(sync, upperBound);
  }
}

async function syncEvents(sync: TableSync, upperBound: string): Promise<SyncOutcome> {
  const { import: one, deps } = sync;
  const plan = planEvents(
    sync.described,
    one.mapping,
    nameOf(one),
    await companyProperty(deps, one.projectId),
  );
  const events = eventSync({ ...sync, plan });
  switch (one.syncMode) {
    case "time_based":
    case "one_time":
      return await syncAppend(events, upperBound);
    case "full_sync":
      return await syncReplace(events);
    case "mirror_mode":
      return await syncMirror(events);
  }
}
