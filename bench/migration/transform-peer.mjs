// The published bulk loader, transforming the same files and sending nothing. Arguments: the files.
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(import.meta.dirname, "../../tests/clients/package.json"));
const load = require("mixpanel-import");
const files = process.argv.slice(2);
const quiet = { showProgress: false, logs: false, verbose: false, abridged: true };
const began = performance.now();
const { total } = await (load.default ?? load)({ token: "0".repeat(32) }, files, {
  ...quiet,
  recordType: "event",
  vendor: "amplitude",
  streamFormat: "jsonl",
  isGzip: true,
  dryRun: true,
});
process.stdout.write(`\n${JSON.stringify({ lines: total, seconds: (performance.now() - began) / 1000 })}`);
process.exit(0);
