import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

/** One file of the built web UI; `packed` are the same bytes compressed, made when it was built. */
export type WebFile = {
  path: string;
  contentType: string;
  etag: string;
  /** Its name changes with its content. */
  isHashed: boolean;
  packed: { br?: string; gzip?: string };
};

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};
const PACKED = { ".br": "br", ".gz": "gzip" } as const;

/** By the address each file is asked for. Only what stands here is ever served, so no path leads out of the folder. */
export type WebFiles = ReadonlyMap<string, WebFile>;

/**
 * The built web UI, read anew when it was built anew. Undefined: it has not been built. Only names and digests are kept in memory: a
 * browser asks for each file once.
 */
export function createWebFiles(folder: string): () => Promise<WebFiles | undefined> {
  let known: { mark: string; files: WebFiles } | undefined;
  return async () => {
    const mark = await markOf(join(folder, "index.html"));
    if (mark === undefined) return undefined;
    if (known?.mark !== mark) known = { mark, files: await readFolder(folder) };
    return known.files;
  };
}

async function markOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.ino}-${found.mtimeMs}-${found.size}`;
}

async function readFolder(folder: string): Promise<WebFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = new Map<string, WebFile>();
  for (const path of paths) {
    const contentType = TYPES[extname(path)];
    const url = `/${relative(folder, path).split(sep).join("/")}`;
    // What begins with a dot is the builder's own.
    if (contentType === undefined || url.includes("/.")) continue;
    const digest = createHash("sha256")
      .update(await readFile(path))
      .digest("base64url");
    files.set(url, {
      ...{ path, contentType, etag: `"${digest.slice(0, 22)}"` },
      isHashed: url.startsWith("/assets/"),
      packed: Object.fromEntries(
        Object.entries(PACKED).flatMap(([ending, coding]) =>
          paths.includes(path + ending) ? [[coding, path + ending]] : [],
        ),
      ),
    });
  }
  return files;
}
