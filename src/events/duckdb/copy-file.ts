import { constants, copyFile, open, rename, rm } from "node:fs/promises";
import type { Lane, Position } from "../change.ts";
import type { ReachStore } from "./crash-points.ts";
import { logBytes, type ProjectFile } from "./project-file.ts";
import type { DuckdbSettings } from "./settings.ts";
import { foldLog } from "./upkeep.ts";

/** Copies the file while nobody writes: after a checkpoint it is complete without its log. The caller holds the lock. */
export async function copyProjectFile(
  file: ProjectFile,
  path: string,
  settings: DuckdbSettings,
  reach: ReachStore,
): Promise<Record<Lane, Position>> {
  await foldLog(file, settings, reach);
  if ((await logBytes(file)) > 0)
    throw new Error("the log could not be folded into the file; try again later");
  const part = `${path}.part`;
  try {
    // Where the file system can, it shares the blocks instead of copying them.
    await copyFile(file.path, part, constants.COPYFILE_FICLONE);
    const copy = await open(part, "r+");
    await copy.sync();
    await copy.close();
    reach("store.snapshot");
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return Object.fromEntries(file.state.positions);
}
