import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

/** What becomes of an event that does not fit its schema: nobody looks, it is counted, or it is refused. */
export const MODES = ["off", "observe", "reject"] as const;
export type Mode = (typeof MODES)[number];

/** The mode of a project, and those of the events that have one of their own. */
export type Modes = { mode: Mode; events: ReadonlyMap<string, Mode> };

export const EVENT_MODES_MAX = 10_000;

/** Reads and writes the modes, in dictionary and dictionary_event_mode. */
export function modesStore(db: Kysely<ControlTables>) {
  return {
    /** With the number of the project's last change; 0 where there was none. */
    async read(projectId: number): Promise<Modes & { revision: number }> {
      const { rows } = await sql<{ revision: string; mode: Mode; event: string | null; event_mode: Mode }>`
        select revision, dictionary.mode, event, own.mode as event_mode
        from dictionary left join dictionary_event_mode own using (project_id)
        where project_id = ${projectId}
        order by event`.execute(db);
      return {
        revision: Number(rows[0]?.revision ?? 0),
        mode: rows[0]?.mode ?? "observe",
        events: new Map(
          rows.flatMap(({ event, event_mode }) => (event === null ? [] : [[event, event_mode] as const])),
        ),
      };
    },

    async setMode(projectId: number, mode: Mode): Promise<void> {
      await db.updateTable("dictionary").set({ mode }).where("project_id", "=", projectId).execute();
    },

    /** Null: the event follows its project again. */
    async setEvents(projectId: number, events: ReadonlyMap<string, Mode | null>): Promise<void> {
      const names = [...events.keys()];
      await db
        .deleteFrom("dictionary_event_mode")
        .where("project_id", "=", projectId)
        .where("event", "in", names)
        .execute();
      const set = [...events].flatMap(([event, mode]) => (mode === null ? [] : [{ event, mode }]));
      if (set.length === 0) return;
      await db
        .insertInto("dictionary_event_mode")
        .values(set.map((line) => ({ project_id: projectId, ...line })))
        .execute();
    },
  };
}
