import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { clusterMark, findClusterProcesses } from "../../src/platform/postgres/cluster-processes.ts";
import { findNativeFolder } from "../../src/platform/postgres/native-tree.ts";
import type { OwnerOptions, OwnerReport } from "./postgres-owner.ts";

export const isRoot = process.getuid?.() === 0;
/** An ordinary user to turn into where we are root; elsewhere we are one. */
export const ORDINARY_UID = isRoot ? 65_534 : (process.getuid?.() ?? 0);

/** Mode 0700, as mkdtemp makes them: as root, the user that Postgres runs as cannot enter. */
export function makeFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "tributary-test-")));
}

export const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true });

/** What npm unpacks: no links between libraries, since the package's install script does not run. */
export function copyNative(to: string): string {
  cpSync(findNativeFolder(), to, {
    recursive: true,
    filter: (path) => !path.endsWith(".a") && !lstatSync(path).isSymbolicLink(),
  });
  return to;
}

export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export const processesOf = (dataFolder: string): Promise<number[]> =>
  findClusterProcesses(clusterMark(join(dataFolder, "postgres")));

export type Owner = OwnerReport & { process: ChildProcess };

/** Starts Postgres from a process of its own, with a table `kept` of one row. */
export async function startOwner(options: OwnerOptions): Promise<Owner> {
  const script = fileURLToPath(new URL("./postgres-owner.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`The owner ended with ${code} before Postgres was ready.`);
  });
  const line = once(createInterface(child.stdout), "line");
  const [text] = await Promise.race([line, failed]);
  failed.catch(() => undefined);
  const report: OwnerReport = JSON.parse(String(text));
  return { ...report, process: child };
}

export async function killOwner({ process: owner }: Owner): Promise<void> {
  const gone = once(owner, "exit");
  owner.kill("SIGKILL");
  await gone;
}

/** Ends its input, upon which it closes Postgres and leaves. */
export async function endOwner({ process: owner }: Owner): Promise<number | null> {
  const gone = once(owner, "exit");
  owner.stdin?.end();
  return (await gone)[0];
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readStatus(pid));
  } catch {
    return false;
  }
}

/** A killed process whose parent has not asked for its end yet is a zombie, and answers signals. */
function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
