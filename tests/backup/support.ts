import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, inject, vi } from "vitest";
import { backupCommand } from "../../src/cli/backup/backup-command.ts";
import { restoreCommand } from "../../src/cli/backup/restore-command.ts";
import { silentLog } from "../../src/platform/log.ts";
import { startPostgres } from "../../src/platform/postgres/index.ts";
import { cleanUp } from "../support/child-server.ts";

export type Run = { code: number | null; stdout: string; stderr: string };
export type RunningCommand = { ended: Promise<Run>; kill(): void };

const TRIBUTARY = join(import.meta.dirname, "..", "..", "bin", "tributary.mjs");

/** A command as a user runs it: a process of its own, with nothing of the tests' environment. */
export function spawnCommand(args: string[], environment: Record<string, string> = {}): RunningCommand {
  const child = spawn(process.execPath, [TRIBUTARY, ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A process has one command, and its log one place to go; this one has many, and would be warned of a leak.
  process.stderr.setMaxListeners(0);
  const run: Run = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    run.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    run.stderr += chunk;
  });
  const ended = new Promise<Run>((resolve) => child.on("close", (code) => resolve({ ...run, code })));
  return { ended, kill: () => void child.kill("SIGKILL") };
}

export const tributary = (args: string[], environment?: Record<string, string>): Promise<Run> =>
  spawnCommand(args, environment).ended;

/** The same command in this process, for all that a process of its own would not show better: it takes a second each. */
export async function inside(args: string[]): Promise<Run> {
  const run: Run = { code: null, stdout: "", stderr: "" };
  const mocks = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      run[stream] += text;
      return true;
    }),
  );
  try {
    const [command, ...rest] = args;
    run.code = await (command === "backup" ? backupCommand(rest, {}) : restoreCommand(rest, {}));
  } finally {
    for (const mock of mocks) mock.mockRestore();
  }
  return run;
}

/** A place for a test's files and data folders. What runs in the folders it hands out is ended after the test. */
export function usePlace(): { path(name: string): Promise<string>; folder(name: string): Promise<string> } {
  let place: Promise<string> | undefined;
  const folders: string[] = [];
  const path = async (name: string): Promise<string> => {
    place ??= mkdtemp(join(tmpdir(), "tributary backup "));
    return join(await place, name);
  };
  afterEach(async () => {
    for (const folder of folders.splice(0)) await cleanUp(folder, []);
    if (place) await rm(await place, { recursive: true, force: true });
    place = undefined;
  });
  return {
    path,
    async folder(name) {
      const folder = await path(name);
      folders.push(folder);
      return folder;
    },
  };
}

let databases = 0;

/** An empty database on the run's Postgres, whose owner has no other rights. */
export async function emptyDatabase(): Promise<string> {
  const name = `backup_${process.pid}_${++databases}`;
  await ask(inject("postgresUrl"), `create role ${name} login password 'plain'`);
  await ask(inject("postgresUrl"), `create database ${name} owner ${name}`);
  const url = new URL(inject("postgresUrl"));
  return Object.assign(url, { pathname: `/${name}`, username: name, password: "plain" }).href;
}

export async function ask<Row extends object>(
  url: string,
  question: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(question, values)).rows;
  } finally {
    await client.end();
  }
}

/** Runs the Postgres of a data folder that no server uses. */
export async function withPostgresOf<Value>(
  folder: string,
  use: (url: string) => Promise<Value>,
): Promise<Value> {
  const postgres = await startPostgres({ dataFolder: folder, log: silentLog });
  try {
    return await use(postgres.url);
  } finally {
    await postgres.close();
  }
}

export type Contents = Record<string, string[]>;

/** Every row of every table as Postgres spells it, every sequence, every unfinished job, and the rules that the tables keep. */
export async function contentsOf(url: string): Promise<Contents> {
  const contents: Contents = {};
  const relations = await ask<{ name: string; kind: string }>(
    url,
    `select relname as name, relkind as kind from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S') order by 1`,
  );
  for (const { name, kind } of relations) {
    const line = kind === "S" ? "last_value || ' ' || is_called" : "t::text";
    const rows = await ask<{ line: string }>(
      url,
      `select ${line} as line from public."${name}" t order by 1`,
    );
    contents[name] = rows.map((row) => row.line);
  }
  const jobs = await ask<{ line: string }>(url, (await hasJobs(url)) ? JOBS : "select '' as line limit 0");
  const rules = await ask<{ line: string }>(
    url,
    `select conrelid::regclass::text || ': ' || conname || ' ' || pg_get_constraintdef(oid) as line
     from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`,
  );
  return { ...contents, "jobs:": jobs.map(({ line }) => line), "rules:": rules.map(({ line }) => line) };
}

const JOBS = `
  select (to_jsonb(j) - '{group_tier,policy,heartbeat_on,heartbeat_seconds}'::text[])::text as line
  from pgboss.job_common j where state in ('created', 'retry', 'active') order by 1`;

async function hasJobs(url: string): Promise<boolean> {
  const [found] = await ask<{ has: boolean }>(
    url,
    "select to_regclass('pgboss.job_common') is not null as has",
  );
  return found?.has ?? false;
}

export const AUDIT_ROWS = `
  insert into audit_entry (principal_id, principal_name, organization_id, project_id, action, target_type, target_id,
                           before, after, request_id, client_address)
  select 1, 'name ' || n, 1, 1, 'project.update', 'project', n::text,
         jsonb_build_object('text', E'tab\\t, line\\nbreak, back\\\\slash, \\u2028, \\\\N, \\U0001F600 ' || n), null, md5(n::text), '::1'
  from generate_series(1, $1::int) n`;
