// Runs on Node 20 as well.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** One hash of the names and contents of files and folders; made things are kept as long as it stays the same. */
export function hashFiles(root, paths, isLeftOut = () => false) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => filesOf(root, path, isLeftOut)).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** What is left out is not even looked at: it may be made anew at this very moment. */
function filesOf(root, path, isLeftOut) {
  if (isLeftOut(path)) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    filesOf(root, `${path}/${entry.name}`, isLeftOut),
  );
}
