import { KEY, SECRET } from "../origin/amplitude-server.ts";
import { HISTORY_DAYS, historyBegins } from "../origin/history.ts";
import { DAY_MS } from "../shop/calendar.ts";
import { ask, askApp, pause, type Target } from "./api.ts";

type Job = { job_id: string; state: string; message?: string; events: { loaded: number; exported: number } };

/** A dry run and then the run itself, of what the shop's old tool still has. Wants the origin to answer. */
export async function fillMigration(
  target: Target,
  endMs: number,
): Promise<{ migration: string; migrated: number }> {
  const { token } = await askApp<{ token: string }>(target, "GET", "projects/1");
  const begin = historyBegins(endMs);
  const request = {
    ...{ SOURCE_API_KEY: KEY, SOURCE_API_SECRET: SECRET, PROJECT_TOKEN: token },
    START_DATE: dateOf(begin),
    END_DATE: dateOf(begin + (HISTORY_DAYS - 1) * DAY_MS),
  };
  await runJob(target, { ...request, DRY_RUN: true });
  const done = await runJob(target, request);
  return { migration: done.job_id, migrated: done.events.loaded };
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const LOOK_EVERY_MS = 200;

async function runJob(target: Target, body: object): Promise<Job> {
  let job = (await ask<{ results: Job }>(target, "POST", "/migrate/amplitude", { body })).results;
  while (job.state !== "completed") {
    if (/fail|cancel|error/.test(job.state)) throw new Error(`the migration ended as ${job.state}`);
    await pause(LOOK_EVERY_MS);
    job = (await ask<{ results: Job }>(target, "GET", `/migrate/jobs/${job.job_id}`)).results;
  }
  return job;
}
