import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDuckdbStore } from "../../src/events/index.ts";
import { countPersonsSql, LINKS_JOIN, PERSON_SQL, RESOLVED_ID_SQL } from "../../src/identity/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { machine } from "../support/machine.ts";
import { median, printReport } from "../support/report.ts";
import { fill, PROJECT } from "./fill.ts";

// npm run bench -- identity [--json] [--events 10000000] [--links 1000000] [--rounds 7]
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    events: { type: "string", default: process.env.BENCH_EVENTS ?? "10000000" },
    links: { type: "string", default: process.env.BENCH_LINKS ?? "1000000" },
    rounds: { type: "string", default: "7" },
  },
});
const [events, links, rounds] = [Number(values.events), Number(values.links), Number(values.rounds)];

const QUESTIONS = {
  "ids as they are, no identity": "select count(distinct distinct_id) from events",
  "ids as hashes, no identity": "select count(distinct hash(distinct_id)) from events",
  "persons, as the product counts them": countPersonsSql(),
  "persons, event by event": `select count(distinct ${PERSON_SQL}) from events ${LINKS_JOIN}`,
  "persons, by name": `select count(distinct ${RESOLVED_ID_SQL}) from events ${LINKS_JOIN}`,
  "persons, joined by name":
    "select count(distinct coalesce(l.user_id, e.distinct_id)) from events e left join links l on e.distinct_id = '$device:' || l.device_id",
} as const;
type Name = keyof typeof QUESTIONS;

const work = mkdtempSync(join(tmpdir(), "bench-identity-"));
try {
  await fill(work, events, links);
  const store = await openDuckdbStore({ folder: work, log: silentLog });
  const times = new Map<Name, number[]>();
  const answers = new Map<Name, unknown>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, sql] of Object.entries(QUESTIONS) as [Name, string][]) {
      const began = performance.now();
      const asked = await store.query(PROJECT, { sql, timeoutMs: 600_000, rowsMax: 1 });
      if (!asked.ok) throw new Error(asked.failure.code);
      answers.set(name, asked.value.rows[0]?.[0]);
      // The first round finds everything on the disk.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
    }
  }
  await store.close();
  const persons = new Set(
    [...answers].filter(([name]) => name.startsWith("persons")).map(([, count]) => count),
  );
  if (persons.size !== 1) throw new Error(`the answers differ: ${[...persons].join()}`);

  const ms = (name: Name) => median(times.get(name) ?? []);
  const plain = ms("ids as they are, no identity");
  const ours = ms("persons, as the product counts them");
  printReport({
    name: "Distinct persons over the event store, with and without identity",
    rows: [...times.keys()].map((name) => ({
      what: name,
      count: String(answers.get(name)),
      ms: Math.round(ms(name)),
      more_than_plain: `${((ms(name) / plain - 1) * 100).toFixed(0)} %`,
    })),
    goals: [
      {
        goal: "identity adds at most 20 % to a distinct count",
        measured: `${((ours / plain - 1) * 100).toFixed(0)} %`,
        met: ours <= plain * 1.2,
      },
    ],
    about: { ...machine(), events, links, load: loadavg()[0]?.toFixed(1) ?? "" },
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}
