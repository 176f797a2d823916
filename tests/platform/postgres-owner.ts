/**
 * A process of its own that starts Postgres, for tests that kill it or that need another user. Prints one line of JSON when
 * Postgres answers, closes at the end of its input. Everything is imported before the user changes, as that user may not be
 * allowed to read this checkout.
 */
import { Client } from "pg";
import { silentLog } from "../../src/platform/log.ts";
import { startPostgres } from "../../src/platform/postgres/index.ts";

export type OwnerOptions = {
  dataFolder: string;
  nativeFolder?: string;
  uid?: number;
  /** Leaves by process.exit as soon as Postgres answers. */
  leave?: boolean;
};
export type OwnerReport = { pid: number; url: string; uid: number; kept: number };

const { uid, leave, ...where }: OwnerOptions = JSON.parse(process.argv[2] ?? "{}");
if (uid !== undefined && process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}
const running = await startPostgres({ ...where, log: silentLog });
const client = new Client({ connectionString: running.url });
client.on("error", () => undefined);
await client.connect();
await client.query("create table if not exists kept (id int); insert into kept values (1)");
const counted = await client.query<{ kept: number }>("select count(*)::int as kept from kept");
const report: OwnerReport = {
  pid: running.pid,
  url: running.url,
  uid: process.getuid?.() ?? 0,
  kept: counted.rows[0]?.kept ?? 0,
};
process.stdout.write(`${JSON.stringify(report)}\n`, () => leave && process.exit(0));
process.stdin.resume().once("end", () => void running.close().finally(() => client.end()));
