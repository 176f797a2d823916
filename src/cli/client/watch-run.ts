import { setTimeout as sleep } from "node:timers/promises";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type AskFailure, ask } from "./ask.ts";
import type { Connection } from "./connect.ts";
import type { Call } from "./parse-command.ts";

type RunView = {
  run_id: string;
  status: "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  phase: string;
  progress: number | null;
  rows_read: number;
  rows_failed: number;
  rows_skipped: number;
  rows_duplicate: number;
  rows_unchanged: number;
  rows_per_second: number | null;
  remaining_seconds: number | null;
  num_events_imported: number | null;
  error: { code: string; message: string; hint: string } | null;
  warnings: { code: string; count: number; sample: string }[];
};

const LOOK_EVERY_MS = 500;
const BAR_WIDTH = 30;

/** Starts a run and waits for its end: done when it succeeded, a failure otherwise, so that cron and dbt can tell. */
export async function watchRun(
  connection: Connection,
  path: string,
  { body, json }: Pick<Call, "body" | "json">,
): Promise<Result<string, AskFailure>> {
  const { watch, ...options } = body;
  const base = path.replace(/^\/api\/app/, "");
  const started = await ask(connection, "PUT", `${base}/manual-sync`, { body: options });
  if (!started.ok) return started;
  const { run_id } = started.value as { run_id: string };
  for (;;) {
    const looked = await ask(connection, "GET", `${base}/runs/${run_id}`);
    if (!looked.ok) return looked;
    const run = looked.value as RunView;
    if (watch === true && !json) show(run);
    if (run.status === "RUNNING") {
      await sleep(LOOK_EVERY_MS);
      continue;
    }
    if (watch === true && !json) process.stderr.write("\n");
    if (run.status === "SUCCEEDED") return ok(json ? `${JSON.stringify(run, null, 2)}\n` : summary(run));
    return fail(explain(run));
  }
}

/** One line that is written over, on the screen's channel: what is printed at the end stays clean. */
function show({ phase, progress, rows_read, rows_per_second, remaining_seconds }: RunView): void {
  const filled = Math.round((progress ?? 0) * BAR_WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  const speed = rows_per_second === null ? "" : `, ${rows_per_second} rows/s`;
  const left = remaining_seconds === null || remaining_seconds === 0 ? "" : `, ${remaining_seconds} s left`;
  process.stderr.write(`\r\u001b[K${bar} ${phase} ${rows_read} rows${speed}${left}`);
}

const summary = (run: RunView): string =>
  [
    `Run ${run.run_id} succeeded: ${counted(run)}.`,
    ...run.warnings.map(({ code, count, sample }) => `Warning: ${code}, ${count} (${sample})`),
    "",
  ].join("\n");

/** What came of the rows; what none of them became is left out, but for failures. */
function counted(run: RunView): string {
  const others = [
    ["unchanged", run.rows_unchanged],
    ["duplicate", run.rows_duplicate],
    ["skipped", run.rows_skipped],
  ] as const;
  const told = others.flatMap(([word, rows]) => (rows === 0 ? [] : [`, ${rows} ${word}`]));
  return `${run.rows_read} rows read, ${run.num_events_imported ?? 0} imported${told.join("")}, ${run.rows_failed} failed`;
}

function explain(run: RunView): AskFailure {
  const { run_id, status, error } = run;
  if (error === null) {
    return {
      error: `Run ${run_id} was ${status.toLowerCase()}: ${counted(run)}.`,
      type: status.toLowerCase(),
    };
  }
  return {
    error: `Run ${run_id} failed: ${error.message}. ${error.hint} (${counted(run)})`,
    type: error.code,
  };
}
