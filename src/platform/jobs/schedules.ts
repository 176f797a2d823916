import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import type { TSchema } from "typebox";
import type { Clock } from "../clock.ts";
import type { JobKind } from "./job.ts";
import { derivedId } from "./job-id.ts";
import { JOBS } from "./schema.ts";
import { serialOption, storedForm } from "./send-job.ts";

/**
 * A schedule is one waiting job that starts at the next slot; its run puts the following slot in its place. So a schedule is
 * as durable as a job, costs nothing while it waits, and a slot missed while no node ran is simply a job that is overdue.
 */
export type Schedules = {
  /** Puts every schedule's next slot in place; forgets slots of schedules that were changed or dropped. */
  begin(): Promise<void>;
  /** Puts back what a crash between a slot's claim and its follower left out. */
  refresh(): Promise<void>;
  /** After a job was claimed: `slotAt` may be ahead of our clock, and its follower must come after it all the same. */
  follow(name: string, slotAt: Date): Promise<void>;
};

const PREFIX = "schedule:";

export function createSchedules(
  { boss, pool, clock, onPlaced }: { boss: PgBoss; pool: Pool; clock: Clock; onPlaced: () => void },
  kinds: readonly JobKind<TSchema>[],
): Schedules {
  const scheduled = new Map(kinds.filter((kind) => kind.schedule).map((kind) => [kind.name, kind]));

  async function place(kind: JobKind<TSchema>, after: number): Promise<void> {
    const { schedule } = kind;
    if (schedule === undefined) return;
    const [slot] = boss.previewSchedule(schedule.cron, {
      tz: schedule.timeZone,
      from: new Date(after),
      count: 1,
    });
    if (slot === undefined) return;
    const scheduleKey = keyOf(kind);
    const placed = await boss.send(kind.name, storedForm(kind, schedule.payload), {
      // One id per slot: several nodes may try, and the slot that just ran cannot come again.
      id: derivedId(kind.name, scheduleKey, slot.toISOString()),
      startAfter: slot,
      singletonKey: scheduleKey,
      ...serialOption(kind, schedule.payload),
    });
    if (placed !== null) onPlaced();
  }

  async function refresh(): Promise<void> {
    const missing = new Map([...scheduled.values()].map((kind) => [keyOf(kind), kind]));
    const { rows } = await pool.query<{ singleton_key: string }>(
      `select singleton_key from ${JOBS} where name = any($1::text[]) and state = 'created'
         and singleton_key = any($2::text[])`,
      [[...scheduled.keys()], [...missing.keys()]],
    );
    for (const row of rows) missing.delete(row.singleton_key);
    // At a usual start none is missing. Reading the first cron expression takes 60 ms.
    for (const kind of missing.values()) await place(kind, clock.now());
  }

  return {
    async begin() {
      await pool.query(
        `delete from ${JOBS} where name = any($1::text[]) and state = 'created'
           and singleton_key like '${PREFIX}%' and singleton_key <> all($2::text[])`,
        [kinds.map((kind) => kind.name), [...scheduled.values()].map(keyOf)],
      );
      await refresh();
    },
    refresh,
    async follow(name, slotAt) {
      const kind = scheduled.get(name);
      if (kind) await place(kind, Math.max(clock.now(), slotAt.getTime()));
    },
  };
}

const keyOf = (kind: JobKind<TSchema>): string =>
  PREFIX +
  derivedId(
    kind.name,
    JSON.stringify([kind.schedule?.cron, kind.schedule?.timeZone, kind.schedule?.payload]),
  );
