import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import { applyUpdate } from "./apply-update.ts";
import type { UpdateBatch } from "./frame-codec.ts";
import { positionsStore } from "./positions-store.ts";
import { readRow, writeRow } from "./profile-text.ts";
import { type KeyedRow, profilesStore, type TallyLine, type WrittenRow } from "./profiles-store.ts";
import {
  newProfile,
  type Profile,
  type ProfileKey,
  type ProfileLimits,
  type ProfileUpdate,
} from "./types.ts";

/** What a frame of the journal says, and where it stands. */
export type PlacedBatch = UpdateBatch & { projectId: number; position: number };

export type ApplyDeps = {
  db: Kysely<ControlTables>;
  journalId: string;
  limits: ProfileLimits;
};

/** `key`: of all projects and groups. */
type Target = ProfileKey & { projectId: number; key: string; work: Work[] };
type Work = { update: ProfileUpdate; batch: PlacedBatch };

/** So many profiles are worked on while the database writes those before them. */
const CHUNK = 1000;
/** Profiles, updates and KiB of stored text that are worked on before others get their turn: a millisecond or two. */
const SLICE = 100;
const KIB = 1024;

/**
 * Applies frames in their order, in one transaction with the position they lead to: repeated after a crash, it passes over what was
 * applied. Each profile is read once and written once, however many updates it gets.
 */
export async function applyBatches(
  deps: ApplyDeps,
  lane: string,
  batches: readonly PlacedBatch[],
  upTo: number,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const positions = positionsStore(tx, deps.journalId);
    const applied = await positions.lock(lane);
    const fresh = batches.filter(({ position }) => position > applied);
    const store = profilesStore(tx);
    await store.lockProjects([...new Set(fresh.map(({ projectId }) => projectId))]);
    const targets = [...groupByProfile(fresh).values()];
    const tallies = createTallies(fresh);
    let rows: WrittenRow[] = [];
    let reading = store.read(targets.slice(0, CHUNK));
    for (let from = 0; from < targets.length; from += CHUNK) {
      const stored = await reading;
      const [written, next] = [rows, targets.slice(from + CHUNK, from + 2 * CHUNK)];
      reading = store.write(written).then(() => store.read(next));
      // Whatever goes wrong there is met at the next turn.
      reading.catch(() => undefined);
      rows = await applyChunk(targets.slice(from, from + CHUNK), stored, deps.limits, tallies);
    }
    await reading;
    await store.write(rows);
    await store.addTallies(tallies.lines());
    await positions.move(lane, upTo);
  });
}

/** Applies updates to profiles that have just been taken away, as if there had been none before. */
export async function applyAnew(
  tx: Kysely<ControlTables>,
  batches: readonly PlacedBatch[],
  limits: ProfileLimits,
): Promise<void> {
  // What was skipped has been counted already, when it was applied.
  const rows = await applyChunk([...groupByProfile(batches).values()], [], limits, createTallies([]));
  await profilesStore(tx).write(rows);
}

const keyOf = (projectId: number, { groupKey, id }: ProfileKey): string =>
  `${projectId} ${groupKey.length} ${groupKey}${id}`;

/** The work on each profile, in order. */
function groupByProfile(batches: readonly PlacedBatch[]): Map<string, Target> {
  const targets = new Map<string, Target>();
  for (const batch of batches) {
    const { projectId } = batch;
    for (const update of batch.updates) {
      // As Postgres keeps them: half a pair of UTF-16 becomes another character, under which there may be a profile already.
      const [groupKey, id] = [update.groupKey.toWellFormed(), update.id.toWellFormed()];
      const key = keyOf(projectId, { groupKey, id });
      const known = targets.get(key);
      if (known) known.work.push({ update, batch });
      else targets.set(key, { projectId, groupKey, id, key, work: [{ update, batch }] });
    }
  }
  return targets;
}

async function applyChunk(
  chunk: readonly Target[],
  stored: readonly KeyedRow[],
  limits: ProfileLimits,
  tallies: Tallies,
): Promise<WrittenRow[]> {
  const byKey = new Map(stored.map((found) => [keyOf(found.projectId, found), found.row]));
  const rows: WrittenRow[] = [];
  let done = SLICE;
  /** The database and clients get their turn in between. */
  const count = async (work: number): Promise<void> => {
    done += work;
    if (done < SLICE) return;
    done = 0;
    await setImmediate();
  };
  for (const { projectId, groupKey, id, key, work } of chunk) {
    const row = byKey.get(key);
    await count(1 + (row?.properties.length ?? 0) / KIB);
    const profile = row ? readRow(row) : newProfile();
    for (const [at, { update, batch }] of work.entries()) {
      if (at > 0) await count(1);
      applyUpdate(profile, update, { limits, skipped: (code) => tallies.add(batch, code, 1) });
    }
    if (!saysSomething(profile)) continue;
    rows.push({ projectId, groupKey, id, row: writeRow(profile), isNew: row === undefined });
  }
  return rows;
}

/** Nothing was done to a profile that is not there: that needs no row. */
const saysSomething = ({ isPresent, times, deletedMs }: Profile): boolean =>
  isPresent || times.size > 0 || deletedMs !== undefined;

type Tallies = ReturnType<typeof createTallies>;

/** Begins with what the door refused. */
function createTallies(batches: readonly PlacedBatch[]) {
  const lines = new Map<string, TallyLine>();
  const add = ({ projectId, receivedMs, door }: PlacedBatch, code: string, count: number): void => {
    const day = new Date(receivedMs).toISOString().slice(0, 10);
    const key = JSON.stringify([projectId, day, door, code]);
    const line = lines.get(key) ?? { projectId, day, door, code, count: 0 };
    line.count += count;
    lines.set(key, line);
  };
  for (const batch of batches) {
    for (const [code, count] of Object.entries(batch.counts)) add(batch, code, count);
  }
  return { add, lines: () => [...lines.values()] };
}
