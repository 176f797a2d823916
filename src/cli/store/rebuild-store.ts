import { rm } from "node:fs/promises";
import { systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/index.ts";
import { secondsSince } from "../backup/print.ts";
import { complain, type Work } from "../backup/run-command.ts";
import { createClosers } from "../serve/closers.ts";
import { type EventParts, eventFolders, openEventParts } from "../serve/open-event-parts.ts";
import { openFolderOrFail } from "../serve/open-folder.ts";
import { countOld, isThere, moveOldAside } from "./old-store.ts";
import { type Rebuilt, report } from "./report.ts";
import { waitAndTell } from "./wait-and-tell.ts";

export type RebuildCall = {
  folder: string;
  /** Undefined: all of them. */
  projectId: number | undefined;
  config: Config;
  /** Also from a journal that does not hold everything any more. */
  force: boolean;
  json: boolean;
};

/** Makes the store, or one project of it, anew. What was there before goes only when the new one holds at least as much. */
export async function rebuildStore(call: RebuildCall, work: Work): Promise<number> {
  const startedAt = performance.now();
  const folders = eventFolders(call.folder);
  if (!(await isThere(folders.journal))) {
    const remedy = "Name the data folder with --data-dir.";
    return complain(`There is no journal of Tributary in ${call.folder}. ${remedy}`, 1, call.json);
  }
  const folder = await openFolderOrFail(call.folder);
  work.closers.add("data folder", folder.close);
  const before = await countOld(folders.store, call.config, work.log);
  if (call.projectId !== undefined) return rebuildOne(call, call.projectId, work, before, startedAt);

  // Looked at before anything is moved, and closed again: the loader would begin at once with what is there.
  const refusal = await withParts(call, work, async (parts) => refuse(call, parts));
  if (refusal !== undefined) return complain(refusal, 1, call.json);
  const old = await moveOldAside(folders);
  return withParts(call, work, async (parts) => {
    if (!(await waitAndTell(parts, work.signal, call.json))) throw new Error("stopped");
    return finish(call, parts, { before, old, projects: parts.loader.projectIds() }, startedAt);
  });
}

async function rebuildOne(
  call: RebuildCall,
  projectId: number,
  work: Work,
  before: ReadonlyMap<number, number>,
  startedAt: number,
): Promise<number> {
  return withParts(call, work, async (parts) => {
    const refusal = refuse(call, parts);
    if (refusal !== undefined) return complain(refusal, 1, call.json);
    const known = [...parts.loader.projectIds(), ...(await parts.files.list()), ...before.keys()];
    if (!known.includes(projectId)) {
      return complain(
        `There is nothing of project ${projectId}, neither in the store nor in the journal.`,
        1,
        call.json,
      );
    }
    const aside = await parts.loader.rebuild(projectId, "asked for by the operator");
    if (!(await waitAndTell(parts, work.signal, call.json))) throw new Error("stopped");
    return finish(call, parts, { before, old: aside?.path, projects: [projectId] }, startedAt);
  });
}

async function withParts<Value>(
  { config, folder }: RebuildCall,
  { log }: Work,
  use: (parts: EventParts) => Promise<Value>,
): Promise<Value> {
  const opened = createClosers(log);
  const onFatal = (reason: string) => log.fatal({ reason }, "the journal cannot be written");
  try {
    return await use(
      await openEventParts({ config, folder, clock: systemClock, log, closers: opened, onFatal }),
    );
  } finally {
    await opened.closeAll();
  }
}

/** A journal that does not reach back to the first event cannot give back what the store holds. */
function refuse({ force }: RebuildCall, { journal }: EventParts): string | undefined {
  if (force) return undefined;
  const { missing, damagedCount } = journal.stats();
  const first = new Map<string, number>();
  for (const { lane, segment } of journal.segments())
    first.set(lane, Math.min(segment, first.get(lane) ?? segment));
  const why =
    missing.length > 0
      ? `${missing.length} of its segments are missing`
      : damagedCount > 0
        ? `it is damaged in ${damagedCount} places`
        : [...first.values()].some((number) => number > 1)
          ? "its oldest part was removed (JOURNAL_RETENTION_DAYS)"
          : undefined;
  if (why === undefined) return undefined;
  return `The journal does not hold everything any more: ${why}. A rebuilt store would lack what only the old one has. With --force it is made all the same, and the old files are kept.`;
}

async function finish(
  call: RebuildCall,
  { store, loader }: EventParts,
  { before, old, projects }: Pick<Rebuilt, "before" | "old"> & { projects: readonly number[] },
  startedAt: number,
): Promise<number> {
  const events = new Map<number, number>();
  for (const projectId of projects) events.set(projectId, await store.countAll(projectId));
  const setAside = loader.setAside().filter(({ projectId }) => projects.includes(projectId));
  const isWhole =
    setAside.length === 0 &&
    [...before].every(
      ([id, count]) =>
        !(call.projectId === undefined || call.projectId === id) || (events.get(id) ?? 0) >= count,
    );
  if (isWhole && old !== undefined)
    for (const end of ["", ".wal"]) await rm(old + end, { recursive: true, force: true });
  return report(call, { before, events, setAside, isWhole, old, seconds: secondsSince(startedAt) });
}
