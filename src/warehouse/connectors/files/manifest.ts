import { stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { ConnectorError } from "../../connector.ts";
import { findBelow, outside } from "../duckdb/files-folder.ts";
import { readPattern } from "./pattern.ts";
import { walk } from "./walk.ts";

/** Files of one table; more would make a statement of several hundred kilobytes. */
const FILES_MAX = 2_000;
/** Names looked at for a catalog or a pattern. */
export const LISTED_MAX = 50_000;

type Seen = { size: number; changedMs: number; inode: number };
/** The files of a table as they were found, by their real paths. */
export type Manifest = ReadonlyMap<string, Seen>;

/** The files that a path or a pattern means. Empty ones hold no rows, and no names of columns either. */
export async function findFiles(root: string, path: string): Promise<Manifest> {
  const manifest = new Map<string, Seen>();
  for (const found of await matches(root, path)) {
    const seen = await look(found);
    if (seen && seen.size > 0) manifest.set(found, seen);
  }
  if (manifest.size === 0) {
    throw new ConnectorError("table_missing", `there is no file ${path} with anything in it`, {
      hint: "Check path: it begins inside the source's root, and may hold * and **.",
    });
  }
  return new Map([...manifest].sort(([left], [right]) => (left < right ? -1 : 1)));
}

async function matches(root: string, path: string): Promise<Set<string>> {
  // A name that holds a star or a bracket is taken as it is when there is such a file.
  const whole = await findBelow(root, path);
  if (whole !== undefined && (await look(whole))) return new Set([whole]);
  const pattern = readPattern(path);
  if (pattern === undefined) {
    throw new ConnectorError("query_refused", `${path} stands for too many names`, {
      hint: "Use fewer alternatives in braces.",
    });
  }
  if (pattern.leadsUp) throw outside(path);
  const found = new Set<string>();
  // Only plain names say where to look, and are checked as such. Below them names are compared, so that no pattern leads out.
  const base = (await findBelow(root, pattern.base)) ?? root;
  for await (const name of walk(base, LISTED_MAX)) {
    if (!pattern.matches(name)) continue;
    const real = await findBelow(root, join(relative(root, base), name));
    if (real !== undefined) found.add(real);
    if (found.size > FILES_MAX) {
      throw new ConnectorError("query_refused", `more than ${FILES_MAX} files match ${path}`, {
        hint: "Name fewer files, or write them together into larger ones.",
      });
    }
  }
  return found;
}

async function look(path: string): Promise<Seen | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  return { size: found.size, changedMs: found.mtimeMs, inode: found.ino };
}

/** What was read is of one moment only if no file changed since it was found. */
export async function checkUnchanged(root: string, manifest: Manifest): Promise<void> {
  for (const [path, before] of manifest) {
    const now = await look(path);
    const name = relative(root, path);
    if (now === undefined) throw new ConnectorError("table_missing", `the file ${name} is gone`);
    if (now.size !== before.size || now.changedMs !== before.changedMs || now.inode !== before.inode) {
      throw new ConnectorError("table_busy", `the file ${name} changed while it was read`);
    }
  }
}
