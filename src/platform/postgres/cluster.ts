import { chmod, chown, lchown, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { PostgresStartError } from "./start-error.ts";
import type { RunAs } from "./types.ts";

/** The major version that the installed packages bring. */
const MAJOR_VERSION = "18";

export const clusterIn = (dataFolder: string): string => join(dataFolder, "postgres");

/** Nothing there, or an empty folder: a first start. Anything else must be a cluster that this Postgres can read. */
export async function clusterExists(cluster: string): Promise<boolean> {
  const names = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (names.length === 0) return false;
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) {
    throw new PostgresStartError(
      `${cluster} holds files but no Postgres database (PG_VERSION is missing): move them away, or choose another DATA_DIR.`,
    );
  }
  if (version.trim() !== MAJOR_VERSION) {
    throw new PostgresStartError(
      `The database in ${cluster} was made by Postgres ${version.trim()}, and this release brings Postgres ${MAJOR_VERSION}. Make a backup with the release that wrote it, then restore that backup with this one into a new DATA_DIR.`,
    );
  }
  return true;
}

/**
 * Postgres wants to own its folder and nobody else to read it. A backup unpacked as root, or a volume that a container
 * runtime opened to a group, breaks that; both are mended here. The top comes last: it is what shows that all is done.
 */
export async function ensureOwner(cluster: string, runAs: RunAs | undefined): Promise<void> {
  if (runAs && (await stat(cluster)).uid !== runAs.uid) {
    for (const name of await readdir(cluster, { recursive: true }))
      await lchown(join(cluster, name), runAs.uid, runAs.gid);
    await chown(cluster, runAs.uid, runAs.gid);
  }
  await chmod(cluster, 0o700);
}
