import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDuckdbStore } from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { createSlots } from "../../src/platform/slots.ts";
import { ANSWER_MAX, askReport } from "../../src/reports/index.ts";
import { machine } from "../support/machine.ts";
import { median, printReport } from "../support/report.ts";
import { fill, PROJECT } from "./fill.ts";
import { QUESTIONS } from "./questions.ts";

// npm run bench -- report [--json] [--events 10000000] [--people 500000] [--rounds 7]
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    events: { type: "string", default: process.env.BENCH_EVENTS ?? "10000000" },
    people: { type: "string", default: process.env.BENCH_PEOPLE ?? "500000" },
    rounds: { type: "string", default: "7" },
  },
});
const [events, people, rounds] = [Number(values.events), Number(values.people), Number(values.rounds)];
const GOAL = 0.9;

const work = mkdtempSync(join(tmpdir(), "bench-report-"));
try {
  await fill(work, events, people);
  const store = await openDuckdbStore({ folder: work, log: silentLog });
  const deps = {
    ...{ store, clock: { now: () => Date.now() }, slots: createSlots(4), reportTimeoutMs: 600_000 },
    calendarOf: async () => ({ timezone: "UTC", weekStart: 1, quarterStartMonth: 1 }),
  };
  const left = new AbortController().signal;
  const rows = [];
  const goals = [];
  for (const { what, report, byHand } of QUESTIONS) {
    const times: Record<"ours" | "hand", number[]> = { ours: [], hand: [] };
    for (let round = 0; round <= rounds; round += 1) {
      const began = performance.now();
      const answer = await askReport(deps, PROJECT, report, ANSWER_MAX.chart, left);
      const middle = performance.now();
      const hand = await store.query(PROJECT, { sql: byHand, timeoutMs: 600_000, rowsMax: 1_000_000 });
      const end = performance.now();
      if (!answer.ok || !hand.ok) throw new Error("a question was not answered");
      check(answer.value.series[0]?.overall.values ?? [], hand.value.rows);
      // The first round finds everything on the disk.
      if (round === 0) continue;
      times.ours.push(middle - began);
      times.hand.push(end - middle);
    }
    const [own, hand] = [median(times.ours), median(times.hand)];
    rows.push({ what, ours_ms: Number(own.toFixed(1)), by_hand_ms: Number(hand.toFixed(1)) });
    goals.push({
      goal: `${what}: at least ${GOAL} of hand-written SQL's speed`,
      measured: (hand / own).toFixed(2),
      met: hand / own >= GOAL,
    });
  }
  await store.close();
  printReport({
    name: "Reports over the event store, beside hand-written SQL on the same file",
    rows,
    goals,
    about: { ...machine(), events, people, load: loadavg()[0]?.toFixed(1) ?? "" },
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Both say the same of each day. */
function check(ours: readonly (number | null)[], byHand: readonly unknown[][]): void {
  const days = new Map<number, number>();
  for (const row of byHand)
    if (row[0] !== null) days.set(Number(row[0]), (days.get(Number(row[0])) ?? 0) + Number(row.at(-1)));
  for (const [day, value] of ours.entries())
    if (value !== (days.get(day) ?? 0)) throw new Error(`day ${day}: ${value} is not ${days.get(day)}`);
}
