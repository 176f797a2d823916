import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import { SCHEMA } from "./schema.ts";

/**
 * What we use of pg-boss: its tables and their upgrades, its insert, its clean-up and its reading of cron expressions.
 * Its workers, supervisor and timekeeper stay off: they poll per queue, take a crashed worker's job up again only after
 * minutes, and fire schedules up to half a minute late. With 20 idle queues they ask 12 times a second, we less than once.
 */
export function createBoss(pool: Pool, log: Log, onChannel: (channel: string) => void): PgBoss {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: {
      executeSql: (text, values) => pool.query(text, values),
      // The only way to learn the channel on which pg-boss announces a new job.
      listen: async (channel) => {
        onChannel(channel);
        return { close: () => Promise.resolve() };
      },
    },
    useListenNotify: true,
    supervise: false,
    schedule: false,
    // We neither change queues from elsewhere nor read their counts.
    queueCacheIntervalSeconds: 3600,
    // We ask for maintenance ourselves; of all nodes that ask, one an hour does it.
    monitorIntervalSeconds: 3600,
    maintenanceIntervalSeconds: 3600,
    // Builds that an upgrade of pg-boss leaves for later.
    bamIntervalSeconds: 600,
  });
  boss.on("error", (error) => log.warn({ err: error }, "pg-boss reported an error"));
  boss.on("warning", (warning) =>
    log.warn({ reason: warning.message, data: warning.data }, "pg-boss gave a warning"),
  );
  return boss;
}
