// Runs on Node 20 as well.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** One hash of the names and contents of files and folders; made things are kept as long as it stays the same. */
export function hashFiles(root, paths, isLeftOut = () => false) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => filesOf(root, path)).sort()) {
    if (isLeftOut(path)) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesOf(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    filesOf(root, `${path}/${entry.name}`),
  );
}
