import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/**
 * A name that every process of a cluster carries in its title (as cluster_name), and processes of no other cluster do: made
 * of the folder's device and inode, so a copy of the folder has another one even while both run.
 *
 * Why not /proc/<pid>/cwd: in a container root lacks the right to read that of another user's process; titles are open to all.
 */
export function clusterMark(cluster: string): string {
  const { dev, ino } = statSync(cluster, { bigint: true });
  return `tributary-${dev.toString(36)}-${ino.toString(36)}-postgres`;
}

/** The processes of this cluster that are alive now, whatever postmaster.pid says. A zombie has no title and does not count. */
export async function findClusterProcesses(mark: string): Promise<number[]> {
  return process.platform === "linux" ? findInProc(mark) : findWithPs(mark);
}

function findInProc(mark: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isPostgres(pid) && readProc(pid, "cmdline").includes(mark));
}

// A shell or an editor with the mark on its command line is not Postgres.
const isPostgres = (pid: number): boolean => readProc(pid, "comm").trim() === "postgres";

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // ended meanwhile
  }
}

async function findWithPs(mark: string): Promise<number[]> {
  const { output } = await runProgram("ps", ["-axww", "-o", "pid=,ucomm=,command="], {
    outputMaxChars: 4_000_000,
  });
  return output
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\S+)\s(.*)$/.exec(line))
    .filter((match) => match?.[2] === "postgres" && match[3]?.includes(mark))
    .map((match) => Number(match?.[1]));
}

/** What the first line of postmaster.pid says. It outlives a killed postmaster, and its pid may belong to anybody by now. */
export async function readPostmasterPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}
