import type { Kysely } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import { applyUpdate } from "./apply-update.ts";
import type { UpdateBatch } from "./frame-codec.ts";
import { positionsStore } from "./positions-store.ts";
import { readRow, writeRow } from "./profile-text.ts";
import { profilesStore, type TallyLine } from "./profiles-store.ts";
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

type Target = ProfileKey & { projectId: number; profile: Profile };

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
    const targets = new Map<string, Target>();
    const targetOf = (projectId: number, update: ProfileUpdate): Target => {
      const { groupKey, id } = update;
      const key = `${projectId} ${groupKey.length} ${groupKey}${id}`;
      const known = targets.get(key);
      if (known) return known;
      const target = { projectId, groupKey, id, profile: newProfile() };
      targets.set(key, target);
      return target;
    };
    const work = fresh.flatMap(({ projectId, receivedMs, door, updates }) =>
      updates.map((update) => ({ target: targetOf(projectId, update), update, receivedMs, door })),
    );
    for (const { row, ...key } of await store.readForUpdate([...targets.values()])) {
      const target = targets.get(`${key.projectId} ${key.groupKey.length} ${key.groupKey}${key.id}`);
      if (target) target.profile = readRow(row);
    }
    const tallies = createTallies();
    for (const { projectId, receivedMs, door, counts } of fresh) {
      for (const [code, count] of Object.entries(counts))
        tallies.add(projectId, receivedMs, door, code, count);
    }
    for (const { target, update, receivedMs, door } of work) {
      applyUpdate(target.profile, update, {
        limits: deps.limits,
        skipped: (code) => tallies.add(target.projectId, receivedMs, door, code, 1),
      });
    }
    const written = [...targets.values()].filter(({ profile }) => saysSomething(profile));
    await store.write(written.map(({ profile, ...key }) => ({ ...key, row: writeRow(profile) })));
    await store.addTallies(tallies.lines());
    await positions.move(lane, upTo);
  });
}

/** Nothing was done to a profile that is not there: that needs no row. */
const saysSomething = ({ isPresent, properties, deletedMs }: Profile): boolean =>
  isPresent || properties.size > 0 || deletedMs !== undefined;

function createTallies() {
  const lines = new Map<string, TallyLine>();
  return {
    add(projectId: number, receivedMs: number, door: string, code: string, count: number): void {
      const day = new Date(receivedMs).toISOString().slice(0, 10);
      const key = JSON.stringify([projectId, day, door, code]);
      const line = lines.get(key) ?? { projectId, day, door, code, count: 0 };
      line.count += count;
      lines.set(key, line);
    },
    lines: () => [...lines.values()],
  };
}
