import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { runChecks } from "./run-checks.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root, { dev: true });
process.exit(runChecks(root).every(({ ok }) => ok) ? 0 : 1);
