import { access, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder, writeFileDurably } from "../platform/data-folder/index.ts";

/** Stands in a data folder from before a restore's first change until after its last. No server starts beside it. */
export const MARKER = "restore-unfinished.json";

export type RestoreMarker = {
  /** Made once per folder and backup: a second attempt recognises by it what the first one has finished. */
  restoreId: string;
  /** Digest of the backup's manifest. */
  backup: string;
};

export const hasUnfinishedRestore = (folder: string): Promise<boolean> =>
  access(join(folder, MARKER)).then(
    () => true,
    () => false,
  );

export const writeMarker = (folder: string, marker: RestoreMarker): Promise<void> =>
  writeFileDurably(join(folder, MARKER), `${JSON.stringify(marker, null, 2)}\n`);

/** Nothing when there is none, or when it is not ours to understand: the restore then starts from nothing. */
export async function readMarker(folder: string): Promise<RestoreMarker | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, MARKER), "utf8"));
    const { restoreId, backup }: Partial<Record<string, unknown>> = { ...(value as object) };
    return typeof restoreId === "string" && typeof backup === "string" ? { restoreId, backup } : undefined;
  } catch {
    return undefined;
  }
}

export async function removeMarker(folder: string): Promise<void> {
  await rm(join(folder, MARKER), { force: true });
  await syncFolder(folder);
}
