import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fail, ok, type Result } from "../result.ts";
import { takeExclusiveLock } from "./exclusive-lock.ts";
import { readServerFile, removeServerFile } from "./server-file.ts";
import { checkVersion, type VersionFailure } from "./version-file.ts";

export type DataFolder = {
  /** Absolute. */
  path: string;
  /** Takes the server file away and gives the folder back. Call it last, after everything that writes here. */
  close(): Promise<void>;
};

/** Who has the folder open, as far as its server file tells. */
export type ServerHolder = { pid: number; url: string };

export type OpenDataFolderFailure =
  | { code: "data_folder_in_use"; path: string; holder?: ServerHolder }
  | { code: "data_folder_not_writable"; path: string }
  | { code: "data_folder_not_a_folder"; path: string }
  | VersionFailure;

/** Makes the folder when missing and takes it for this process alone, until it is closed or the process ends. */
export async function openDataFolder(path: string): Promise<Result<DataFolder, OpenDataFolderFailure>> {
  const folder = resolve(path);
  const unusable = await makeFolder(folder);
  if (unusable) return fail({ code: unusable, path: folder });

  // The lock comes before the first write: of two servers starting at once, one must not see the other's half.
  const lock = takeExclusiveLock(join(folder, "lock"));
  if (!lock.ok) {
    if (lock.failure.code === "not_writable") return fail({ code: "data_folder_not_writable", path: folder });
    const server = await readServerFile(folder);
    const holder = server && { holder: { pid: server.pid, url: server.url } };
    return fail({ code: "data_folder_in_use", path: folder, ...holder });
  }

  try {
    const version = await checkVersion(folder);
    if (!version.ok) {
      lock.value.release();
      return version;
    }
    // What a killed server left: nobody else holds the folder, so its address leads nowhere.
    await removeServerFile(folder);
    return ok({ path: folder, close: () => closeFolder(folder, lock.value.release) });
  } catch (error) {
    lock.value.release();
    throw error;
  }
}

async function makeFolder(
  folder: string,
): Promise<"data_folder_not_a_folder" | "data_folder_not_writable" | undefined> {
  try {
    await makePath(folder);
    if (!(await stat(folder)).isDirectory()) return "data_folder_not_a_folder";
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR") return "data_folder_not_a_folder";
    // ENOENT: what mkdir says where nobody may add a folder, such as in /proc.
    if (
      code === "EACCES" ||
      code === "EPERM" ||
      code === "EROFS" ||
      code === "ENOENT" ||
      code === "ENAMETOOLONG"
    )
      return "data_folder_not_writable";
    throw error;
  }
}

/** Not mkdir's own `recursive`: where a folder exists but takes none inside, such as /proc, Node tries again for ever. */
async function makePath(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makePath(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}

async function closeFolder(folder: string, release: () => void): Promise<void> {
  try {
    await removeServerFile(folder);
  } finally {
    release();
  }
}
