import { readFile, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

type Link = { source: string; target: string };

/**
 * Makes the links between library names (libpq.so.5 → libpq.so.5.18) that npm packages cannot carry. The package would make
 * them in an install script, and install scripts do not run here. Several servers may do this at once.
 * False when the tree may not be written to.
 */
export async function ensureLinks(native: string): Promise<boolean> {
  for (const { source, target } of await readLinks(native)) {
    const path = join(native, target);
    if (await exists(path)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EACCES" || code === "EROFS" || code === "EPERM") return false;
      if (code !== "EEXIST") throw error;
    }
  }
  return true;
}

/** The list is written from the package's root; ours start at its native folder, which a copy calls otherwise. */
async function readLinks(native: string): Promise<Link[]> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "[]"; // a platform without links
      throw error;
    },
  );
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error(`${native}/pg-symlinks.json is not a list.`);
  return list.map((entry: Link) => ({
    source: relative("native", entry.source),
    target: relative("native", entry.target),
  }));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
