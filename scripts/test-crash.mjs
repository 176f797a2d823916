// Runs on Node 20 as well. `npm run test:crash -- --kills 1000`: kills the server under clients that write, and counts.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { findNode } from "./node26.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root, { dev: true });
const args = [join("tests", "data-path", "run-crash.ts"), ...process.argv.slice(2)];
const { status } = spawnSync(findNode(root), args, { cwd: root, stdio: "inherit" });
process.exit(status ?? 1);
