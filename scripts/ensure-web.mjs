// Runs on Node 20 as well. Builds the web interface into web/dist when its sources have changed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressFolder } from "./compress-folder.mjs";
import { hashFiles } from "./hash-files.mjs";
import { findNode } from "./node26.mjs";

/** What the built files depend on, besides the packages. The interface shares the rules of access with the server. */
const SOURCES = [
  "web",
  "src/platform/access",
  "src/reports/model",
  "package-lock.json",
  "scripts/ensure-web.mjs",
];
const isMade = (path) => path.startsWith("web/dist") || path.endsWith(".gen.ts") || path.endsWith(".test.ts");

/** Answers whether there is an interface that fits the sources. Without one the server still serves the API. */
export function ensureWeb(root) {
  const dist = join(root, "web", "dist");
  const mark = join(dist, ".sources");
  const wanted = hashFiles(root, SOURCES, isMade);
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return true;
  process.stderr.write("Building the web interface (this happens once for each version) …\n");
  const built = `${dist}-${process.pid}`;
  const args = [join("node_modules", "vite", "bin", "vite.js"), "build", "web"];
  const { status } = spawnSync(findNode(root), [...args, "--outDir", built, "--logLevel", "warn"], {
    cwd: root,
    // Whoever builds, a test included: with another value the libraries come with their checks for developers.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) {
    rmSync(built, { recursive: true, force: true });
    process.stderr.write("The web interface could not be built; see the lines above.\n");
    return false;
  }
  compressFolder(built);
  writeFileSync(join(built, ".sources"), wanted);
  return putInPlace(built, dist);
}

/** Whole or not at all: a server that starts meanwhile finds the old files or the new ones. */
function putInPlace(built, dist) {
  try {
    rmSync(dist, { recursive: true, force: true });
    renameSync(built, dist);
  } catch {
    // Somebody else built the same at the same time, and was quicker.
    rmSync(built, { recursive: true, force: true });
  }
  return existsSync(join(dist, "index.html"));
}
