import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, parseArgs } from "node:util";
import { Client } from "pg";
import { silentLog } from "../../src/platform/log.ts";
import { startPostgres } from "../../src/platform/postgres/index.ts";
import { seededRandom } from "../support/random.ts";
import { addHistory, describeFigures, noFigures } from "./figures.ts";
import { isSound, runHistory } from "./history.ts";
import { planLives } from "./kills.ts";
import { killProcesses } from "./server-process.ts";
import { SIZES } from "./sizes.ts";

// node run-crash.ts [--kills 1000] [--seed 1] [--at-once 2]
// Histories until there were so many kills, some at once. Ends with figures, and with 1 when anything was wrong.
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    "at-once": { type: "string", default: "2" },
  },
});
const KILLS = Number(values.kills);
const FIRST_SEED = Number(values.seed);
const LIVES_PER_HISTORY = 20;
/** About half of the lives end at a point; the next history goes on where the last one ended. */
const POINTS_PER_HISTORY = 9;
const DAMAGES = ["any", "none", "none", "cut logs", "none", "any", "none"] as const;

const folder = await mkdtemp(join(tmpdir(), "tributary-crash-postgres-"));
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };
const postgres = await startPostgres({ dataFolder: folder, log: silentLog, settings });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void end(130));

const figures = noFigures();
const startedAt = Date.now();
let planned = 0;
let histories = 0;

async function work(): Promise<void> {
  while (planned < KILLS) {
    const count = Math.min(LIVES_PER_HISTORY, KILLS - planned);
    const seed = FIRST_SEED + histories;
    const lives = planLives(seededRandom(seed), {
      count,
      firstPoint: histories * POINTS_PER_HISTORY,
      damage: DAMAGES[seed % DAMAGES.length] ?? "none",
    });
    planned += count;
    histories += 1;
    const databaseUrl = await createDatabase(seed);
    const sizes = SIZES[seed % SIZES.length] ?? SIZES[0];
    const history = await runHistory({ seed, databaseUrl, clients: 4, lives, sizes, keepFailed: true });
    addHistory(figures, history);
    const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
    const { kills, acknowledged } = describeFigures(figures);
    say(
      `history ${seed}: ${isSound(history) ? "sound" : "WRONG"}; ${kills} kills, ${acknowledged} events, ${minutes} min`,
    );
    for (const { point, nth, loader, output } of history.unreached) {
      say(`  ${point} did not come up ${nth} times: ${loader}\n${output}`);
    }
    if (!isSound(history)) say(JSON.stringify(shorten(history), null, 1));
  }
}

/** The first examples are enough to begin with. */
const shorten = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, inner) =>
      Array.isArray(inner) && inner.length > 5 ? [...inner.slice(0, 5), `… ${inner.length} in all`] : inner,
    ),
  );

async function createDatabase(seed: number): Promise<string> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database history_${seed}`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = `/history_${seed}`;
  return url.href;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function end(code: number): Promise<never> {
  await killProcesses();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
  process.exit(code);
}

try {
  await Promise.all(Array.from({ length: Number(values["at-once"]) }, work));
  say(JSON.stringify(describeFigures(figures), null, 2));
  await end(figures.wrong === 0 ? 0 : 1);
} catch (cause) {
  process.stderr.write(`${inspect(cause)}\n`);
  await end(1);
}
