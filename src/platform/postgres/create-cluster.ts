import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../data-folder/index.ts";
import type { Randomness } from "../secrets.ts";
import { randomHex } from "../secrets.ts";
import { clusterIn, ensureOwner } from "./cluster.ts";
import { dataFolderArgument } from "./reach.ts";
import { runProgram } from "./run-program.ts";
import { hintFor, PostgresStartError } from "./start-error.ts";
import type { RunAs } from "./types.ts";

export const DATABASE_USER = "tributary";

const STAGING_PREFIX = "postgres.new-";
const INITDB_TIMEOUT_MS = 120_000;
const OUTPUT_LINES_MAX = 10;

type CreateClusterOptions = {
  dataFolder: string;
  runtime: string;
  runAs: RunAs | undefined;
  password: string;
  randomness: Randomness;
};

/** Makes the cluster under a temporary name and renames it when complete: a kill in between leaves no half-made database. */
export async function createCluster(options: CreateClusterOptions): Promise<void> {
  const { dataFolder, runAs, randomness } = options;
  const staging = join(dataFolder, `${STAGING_PREFIX}${randomHex(randomness, 12)}`);
  try {
    await mkdir(staging, { mode: 0o700 });
    await ensureOwner(staging, runAs);
    await runInitdb(staging, options);
    // Over an empty folder of that name as well, which is what a mounted volume's first start may find.
    await rename(staging, clusterIn(dataFolder));
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  await syncFolder(dataFolder);
}

async function runInitdb(
  staging: string,
  { dataFolder, runtime, runAs, password }: CreateClusterOptions,
): Promise<void> {
  const passwordFile = await openPassword(join(dataFolder, ".initdb-password"), password, runAs);
  try {
    const end = await runProgram(
      join(runtime, "bin", "initdb"),
      [
        `--pgdata=${dataFolderArgument(staging, runAs)}`,
        `--username=${DATABASE_USER}`,
        "--pwfile=/dev/stdin",
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // Built into Postgres: sorts the same on every system, so an index survives a move or a new C library.
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--data-checksums",
        "--no-instructions",
      ],
      { runAs, cwd: staging, stdin: passwordFile.fd, timeoutMs: INITDB_TIMEOUT_MS },
    );
    if (end.code === 0) return;
    throw new PostgresStartError(
      `The database could not be made in ${dataFolder}. ${hintFor(end.output)}`,
      end.output.split("\n").slice(-OUTPUT_LINES_MAX).join("\n"),
    );
  } finally {
    await passwordFile.close();
  }
}

/**
 * The password goes in as an unlinked file: initdb's user cannot reach our folder by path, and /dev/stdin opens anew what it
 * stands for, which that user may do with a file of its own but not with a pipe of root's.
 */
async function openPassword(path: string, password: string, runAs: RunAs | undefined): Promise<FileHandle> {
  await rm(path, { force: true });
  const writing = await open(path, "wx", 0o600);
  try {
    await writing.writeFile(`${password}\n`);
    if (runAs) await writing.chown(runAs.uid, runAs.gid);
    return await open(path, "r");
  } finally {
    await writing.close();
    await rm(path, { force: true });
  }
}

/**
 * Takes away what a kill while making the cluster left. At every start, not only at first ones: an initdb that was orphaned by
 * the kill may still be adding files to its folder, which then goes at the next start.
 */
export async function removeHalfMade(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (!name.startsWith(STAGING_PREFIX)) continue;
    await rm(join(dataFolder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}
