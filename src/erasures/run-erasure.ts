import { encodeChange } from "../events/index.ts";
import { countInStore } from "./count-in-store.ts";
import type { ErasureDeps } from "./deps.ts";
import { findFrames, rewriteJournal } from "./rewrite-journal.ts";
import type { Erasure } from "./types.ts";

/** The lane of the change. It takes rows of either lane. */
const LANE = "live";

/**
 * Erases persons, step by step, each of them noted: whoever is stopped in the middle goes on where it was, and a step that is done
 * twice does nothing the second time.
 */
export async function runErasure(deps: ErasureDeps, given: Erasure, signal: AbortSignal): Promise<void> {
  const { erasures } = deps;
  const { id, projectId } = given;
  const ids = given.ids ?? (await allIds(deps, given));
  if (given.ids === null) await erasures.change(id, { ids });
  await erasures.change(id, { state: "erasing", error: null });
  const position = given.position ?? (await append(deps, given, ids));
  if (!(await deps.loader.loadedUpTo(position, signal))) throw new Error("stopped while events were loaded");
  // The store needs the ids until every lane is past them, and lets go of them now.
  await deps.store.checkpoint(projectId);
  const profiles = given.erased.profiles + (await deps.profiles.erase(projectId, ids));
  const samples = given.erased.samples + (await deps.samples.erase(projectId, ids));
  await erasures.change(id, { state: "rewriting", erased: { profiles, samples } });

  const before = given.erased;
  await rewriteJournal(
    deps,
    { projectId, ids: new Set(ids), position },
    ({ total, done, rows, updates }) =>
      erasures.change(id, {
        segmentsTotal: total,
        segmentsDone: done,
        erased: { rows: before.rows + rows, updates: before.updates + updates },
      }),
    signal,
  );
  await erasures.change(id, { state: "checking" });
  const remains = await countRemains(deps, given, ids, position, signal);
  await erasures.change(id, { remains });
  if (remains > 0) throw new Error(`${remains} traces of these persons were found after all was done`);
  // The ids themselves go last: until here a restart needs them.
  await erasures.change(id, {
    state: "done",
    ids: null,
    askedIds: null,
    finishedAt: new Date(deps.clock.now()),
  });
}

/** Every id of every person, as events say them. */
async function allIds({ store }: ErasureDeps, { projectId, askedIds }: Erasure): Promise<string[]> {
  const all = new Set<string>(askedIds ?? []);
  for (const asked of askedIds ?? []) for (const id of await store.personIds(projectId, asked)) all.add(id);
  return [...all];
}

async function append(
  { journal, erasures, store }: ErasureDeps,
  { id, projectId }: Erasure,
  ids: readonly string[],
): Promise<number> {
  const { events, links } = await countInStore(store, projectId, ids);
  const appended = await journal.append(LANE, [
    { ...encodeChange({ kind: "erase", ids }), project: projectId },
  ]);
  if (!appended.ok) throw new Error(`the journal did not take the erasure: ${appended.failure.code}`);
  const position = appended.value.last;
  await erasures.change(id, { position, erased: { events, links } });
  return position;
}

/** Looks at every place where these persons could still be. What came in since is none of it: they came back. */
async function countRemains(
  deps: ErasureDeps,
  { projectId, requestedAt }: Erasure,
  ids: readonly string[],
  position: number,
  signal: AbortSignal,
): Promise<number> {
  const { events, links, notes } = await countInStore(deps.store, projectId, ids, position);
  const frames = await findFrames(deps, { projectId, ids: new Set(ids), position }, signal);
  const profiles = await deps.profiles.count(projectId, ids, requestedAt);
  const samples = await deps.samples.count(projectId, ids, requestedAt);
  return events + links + notes + frames.length + profiles + samples;
}
