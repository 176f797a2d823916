import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasUnfinishedRestore, MARKER } from "./restore-marker.ts";

/** Opening the folder makes these; a volume may bring its own. A folder that holds nothing else is empty. */
const NO_DATA: readonly string[] = ["lock", "lock-journal", "version.json", "lost+found"];

/** The control database's rows travel; its cluster, password, log and programs belong to one folder. */
const isOfPostgres = (name: string): boolean => name === "runtime" || /^postgres([.-]|$)/.test(name);

/** Who runs here and where: true of one folder on one machine. With the same node id, two nodes would claim each other's jobs. */
const OF_THIS_NODE: readonly string[] = ["node-id", "server.json"];

/** Whether a restored folder must get this file anew instead of from the backup. */
export const belongsToOneFolder = (name: string): boolean =>
  isOfPostgres(name) || [...NO_DATA, ...OF_THIS_NODE, MARKER].includes(name);

export type FolderState = "empty" | "unfinished_restore" | "holds_data";

/** A folder that does not exist is empty. */
export async function folderState(folder: string): Promise<FolderState> {
  if (await hasUnfinishedRestore(folder)) return "unfinished_restore";
  return (await namesIn(folder)).every((name) => NO_DATA.includes(name)) ? "empty" : "holds_data";
}

/** Whether a restore has written nothing yet but its marker. */
export const holdsMarkerOnly = async (folder: string): Promise<boolean> =>
  (await namesIn(folder)).every((name) => name === MARKER || NO_DATA.includes(name));

/** Takes away what a killed restore left. Its Postgres stays, since the next start of it takes over what may still be running. */
export async function clearUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name === MARKER || NO_DATA.includes(name) || isOfPostgres(name)) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** What is no folder, or not ours to read, holds nothing that we could say; taking its lock tells the reason. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(error.code ?? "")) return [];
    throw error;
  });
}
