import { opendir } from "node:fs/promises";
import { join } from "node:path";

const DEPTH_MAX = 32;

/**
 * The files below a folder, by their paths from it, at most so many names looked at. Links are named, never entered: whoever opens
 * one has to ask where it leads. Names that begin with a dot are left out.
 */
export async function* walk(root: string, lookedAtMax: number): AsyncGenerator<string> {
  const folders: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
  let lookedAt = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const entries = await opendir(join(root, folder.path)).catch(() => []);
    for await (const entry of entries) {
      lookedAt += 1;
      if (lookedAt > lookedAtMax) return;
      if (entry.name.startsWith(".")) continue;
      const path = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.isFile() || entry.isSymbolicLink()) yield path;
      else if (entry.isDirectory() && folder.depth < DEPTH_MAX)
        folders.push({ path, depth: folder.depth + 1 });
    }
  }
}
