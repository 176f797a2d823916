import { encodeChange } from "../events/index.ts";
import type { ErasureDeps } from "./deps.ts";
import { findFrames, type Persons, rewriteJournal } from "./rewrite-journal.ts";
import type { Erasure } from "./types.ts";

/** The lane of the change. It takes rows of either lane. */
const LANE = "live";

/**
 * Erases persons, step by step, each of them noted: whoever is stopped in the middle goes on where it was, and a step that is done
 * twice does nothing the second time.
 */
export async function runErasure(deps: ErasureDeps, given: Erasure, signal: AbortSignal): Promise<void> {
  const { erasures, loader } = deps;
  const { id, projectId, discardsDamaged } = given;
  await erasures.change(id, { state: "erasing", error: null });
  const position = given.position ?? newestPosition(deps);
  if (given.position === null) await erasures.change(id, { position });
  // Only then is it known which devices are theirs.
  await waitFor(loader, position, signal);
  const ids = given.ids ?? (await allIds(deps, given));
  if (given.ids === null) await erasures.change(id, { ids });
  await eraseFromStore(deps, given, ids, position, signal);
  const profiles = given.erased.profiles + (await deps.profiles.erase(projectId, ids, position));
  const samples = given.erased.samples + (await deps.samples.erase(projectId, ids));
  await erasures.change(id, { state: "rewriting", erased: { profiles, samples } });

  const persons: Persons = { projectId, ids: new Set(ids), position, discardsDamaged };
  const before = given.erased;
  await rewriteJournal(
    deps,
    persons,
    ({ total, done, rows, updates }) =>
      erasures.change(id, {
        segmentsTotal: total,
        segmentsDone: done,
        erased: { rows: before.rows + rows, updates: before.updates + updates },
      }),
    signal,
  );
  await erasures.change(id, { state: "checking" });
  const remains = await countRemains(deps, given, persons, signal);
  await erasures.change(id, { remains });
  if (remains > 0) throw new Error(`${remains} traces of these persons were found after all was done`);
  await erasures.forgetFailed(projectId, persons.ids);
  // The ids themselves go last: until here a restart needs them.
  const finishedAt = new Date(deps.clock.now());
  await erasures.change(id, { state: "done", ids: null, askedIds: null, finishedAt });
}

/** Behind everything that has been accepted. */
const newestPosition = ({ journal }: ErasureDeps): number =>
  Math.max(...Object.values(journal.stats().lanes).map(({ syncedPosition }) => syncedPosition));

async function waitFor(loader: ErasureDeps["loader"], position: number, signal: AbortSignal): Promise<void> {
  if (!(await loader.loadedUpTo(position, signal))) throw new Error("stopped while events were loaded");
}

/** Every id of every person, as events say them. */
async function allIds({ store }: ErasureDeps, { projectId, askedIds }: Erasure): Promise<string[]> {
  const all = new Set<string>(askedIds ?? []);
  for (const asked of askedIds ?? []) for (const id of await store.personIds(projectId, asked)) all.add(id);
  return [...all];
}

async function eraseFromStore(
  { journal, erasures, store, loader }: ErasureDeps,
  { id, projectId, erased }: Erasure,
  ids: readonly string[],
  position: number,
  signal: AbortSignal,
): Promise<void> {
  const { events, links } = await store.countTraces(projectId, ids, position);
  const change = encodeChange({ kind: "erase", ids, until: position + 1 });
  const appended = await journal.append(LANE, [{ ...change, project: projectId }]);
  if (!appended.ok) throw new Error(`the journal did not take the erasure: ${appended.failure.code}`);
  await waitFor(loader, appended.value.last, signal);
  // The store needs the ids until every lane is past them, and lets go of them now.
  await store.checkpoint(projectId);
  // Broken copies hold everybody; the project has been loaded anew since.
  await store.removeSetAside(projectId);
  await erasures.change(id, { erased: { events: erased.events + events, links: erased.links + links } });
}

/** Looks at every place where these persons could still be. What came in since is none of it: they came back. */
async function countRemains(
  deps: ErasureDeps,
  { projectId, requestedAt }: Erasure,
  persons: Persons,
  signal: AbortSignal,
): Promise<number> {
  const ids = [...persons.ids];
  const { events, links, noted } = await deps.store.countTraces(projectId, ids, persons.position);
  let frames = 0;
  for await (const _frame of findFrames(deps, persons, signal)) frames += 1;
  const profiles = await deps.profiles.count(projectId, ids, requestedAt);
  const samples = await deps.samples.count(projectId, ids, requestedAt);
  return events + links + noted + frames + profiles + samples;
}
