import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listNativeFiles, type NativeFile, treeKey } from "./native-tree.ts";
import { ensureLinks } from "./runtime-links.ts";

/**
 * A copy of the native tree below `parent` that every user may run, made once per content. Copied under a temporary name
 * and renamed when complete, so that a kill leaves rubbish, never a half-usable runtime under the real name.
 */
export async function copyRuntime(native: string, parent: string): Promise<string> {
  await makeOwnFolder(parent);
  const files = listNativeFiles(native);
  const runtime = join(parent, `postgres-${treeKey(files)}`);
  if (await isWhole(runtime, files)) return runtime;

  const beside = await mkdtemp(`${runtime}.`);
  await chmod(beside, 0o755);
  await copyFiles(native, beside, files);
  await ensureLinks(beside);
  await putInPlace(beside, runtime, files);
  return runtime;
}

/**
 * The parent may lie below a folder where everybody writes, such as /tmp. Whoever made it there before us could put any
 * program in it, so it must be ours and closed to others.
 */
async function makeOwnFolder(parent: string): Promise<void> {
  const first = await mkdir(parent, { recursive: true, mode: 0o755 });
  // The umask of a careful root (077) would shut out the very user that the copy is for.
  for (let made = parent; first && made.length >= first.length; made = dirname(made))
    await chmod(made, 0o755);
  await assertOwn(parent);
}

async function assertOwn(path: string): Promise<void> {
  const found = await lstat(path);
  const ours = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  if (!ours) throw new Error(`${path} was made by somebody else; remove it.`);
}

async function isWhole(runtime: string, files: readonly NativeFile[]): Promise<boolean> {
  try {
    await assertOwn(runtime);
    return treeKey(listNativeFiles(runtime)) === treeKey(files) && (await ensureLinks(runtime));
  } catch {
    return false;
  }
}

async function copyFiles(from: string, to: string, files: readonly NativeFile[]): Promise<void> {
  const folders = new Set(files.map((file) => dirname(file.path)));
  for (const folder of folders) await mkdir(join(to, folder), { recursive: true });
  for (const { path } of files) {
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
    await chmod(join(to, path), path.startsWith("bin/") ? 0o755 : 0o644);
  }
  // Again by hand, for the same umask; a folder's parents are in the set or made with it.
  for (const folder of folders)
    for (let made = folder; made !== "."; made = dirname(made)) await chmod(join(to, made), 0o755);
}

async function putInPlace(beside: string, runtime: string, files: readonly NativeFile[]): Promise<void> {
  try {
    await rename(beside, runtime).catch(async (error) => {
      // In the way is what another server was faster to put there and may be running from already, or a damaged copy.
      if (await isWhole(runtime, files)) return;
      await rename(runtime, `${beside}.old`).catch(() => Promise.reject(error));
      await rename(beside, runtime);
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
    await rm(`${beside}.old`, { recursive: true, force: true });
  }
}
