import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDuckdbStore } from "../../src/events/index.ts";
import { gatherExposures, gatherStatistics, planOf } from "../../src/experiments/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { machine } from "../support/machine.ts";
import { median, printReport } from "../support/report.ts";
import { experiment } from "./experiment.ts";
import { DAYS, fill, PROJECT, START_MS } from "./fill.ts";
import { HAND_WRITTEN } from "./hand-written.ts";

// npm run bench -- experiment [--json] [--events 10000000] [--people 1000000] [--rounds 3]
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    events: { type: "string", default: process.env.BENCH_EVENTS ?? "10000000" },
    people: { type: "string", default: process.env.BENCH_PEOPLE ?? "1000000" },
    rounds: { type: "string", default: "3" },
  },
});
const [events, people, rounds] = [Number(values.events), Number(values.people), Number(values.rounds)];
const GOAL = 0.8;

const work = mkdtempSync(join(tmpdir(), "bench-experiment-"));
try {
  await fill(work, events, people);
  const store = await openDuckdbStore({ folder: work, log: silentLog });
  const plan = planOf(experiment(), undefined, START_MS + DAYS * 86_400_000);
  if (plan === null) throw new Error("the experiment has started");
  const deps = { events: store };

  async function ours(): Promise<number[]> {
    const gathered = await gatherStatistics(deps, PROJECT, plan as NonNullable<typeof plan>);
    if (!gathered.ok) throw new Error(gathered.failure.code);
    return Object.values(gathered.value).map((one) => {
      const { treatment } = one;
      return treatment?.shape === "pair" ? treatment.a : (treatment?.y ?? 0);
    });
  }
  async function byHand(): Promise<number[]> {
    const asked = await store.query(PROJECT, { sql: HAND_WRITTEN, timeoutMs: 600_000, rowsMax: 10 });
    if (!asked.ok) throw new Error(asked.failure.code);
    // v, n, v again, then five sums for each of eight metrics, and ten for each of two.
    const row = asked.value.rows[1] ?? [];
    return [...Array.from({ length: 8 }, (_, n) => 3 + 5 * n), 43, 53].map((place) => Number(row[place]));
  }
  const times: Record<"ours" | "hand" | "exposures", number[]> = { ours: [], hand: [], exposures: [] };
  let answers: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now();
    const own = await ours();
    const middle = performance.now();
    const hand = await byHand();
    const then = performance.now();
    await gatherExposures(deps, PROJECT, plan);
    answers = [own, hand];
    // The first round finds everything on the disk.
    if (round === 0) continue;
    times.ours.push(middle - began);
    times.hand.push(then - middle);
    times.exposures.push(performance.now() - then);
  }
  await store.close();
  for (const [index, own] of answers[0].entries()) {
    const hand = answers[1][index] ?? 0;
    if (Math.abs(own - hand) > 1e-9 * Math.abs(hand))
      throw new Error(`metric ${index}: ${own} is not ${hand}`);
  }
  const [own, hand] = [median(times.ours), median(times.hand)];
  printReport({
    name: "Ten metrics of one experiment over the event store",
    rows: [
      { what: "ours: ten metrics", ms: Math.round(own) },
      { what: "the same sums in hand-written SQL", ms: Math.round(hand) },
      { what: "ours: exposures by variant", ms: Math.round(median(times.exposures)) },
    ],
    goals: [
      {
        goal: `at least ${GOAL} of hand-written SQL's speed`,
        measured: (hand / own).toFixed(2),
        met: hand / own >= GOAL,
      },
    ],
    about: { ...machine(), events, people, load: loadavg()[0]?.toFixed(1) ?? "" },
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}
