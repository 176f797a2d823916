import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { runProgram } from "./run-program.ts";
import { PostgresStartError } from "./start-error.ts";
import type { RunAs } from "./types.ts";

const WORKING_DIRECTORY = "/proc/self/cwd";

/**
 * How the cluster's folder is named to a Postgres started *in* that folder.
 *
 * As root, the data folder (0700) or one above it (/root) is closed to the user that Postgres runs as. The kernel lets a
 * process use its working directory whatever lies above it, Node enters the directory before it gives up root, and
 * /proc/self/cwd names it without a walk down from the top. So data stays in the data folder, and no parent's mode is touched.
 * As ourselves the plain path is no problem and shows up readable in Postgres's own files and messages. See decision 0002.
 */
export function dataFolderArgument(cluster: string, runAs: RunAs | undefined): string {
  return runAs && existsSync(WORKING_DIRECTORY) ? WORKING_DIRECTORY : cluster;
}

/** Where there is no /proc (macOS), the other user has to come down from the top: we open our own folder for passing through. */
export async function ensureReach(dataFolder: string, runAs: RunAs | undefined): Promise<void> {
  if (!runAs || dataFolderArgument(dataFolder, runAs) === WORKING_DIRECTORY) return;
  await chmod(dataFolder, 0o711);
  if ((await runProgram("test", ["-x", dataFolder], { runAs })).code === 0) return;
  throw new PostgresStartError(
    `Postgres runs as user ${runAs.uid}, since it refuses to run as root, and that user may not enter ${dataFolder}: set DATA_DIR to a folder whose parents everybody may enter, or start as an ordinary user.`,
  );
}
