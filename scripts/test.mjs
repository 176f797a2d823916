// Runs on Node 20 as well. `npm test`: set-up, checks, every suite, and one closing line with the counts.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChdb } from "./ensure-chdb.mjs";
import { ensureChromium } from "./ensure-chromium.mjs";
import { ensureClients } from "./ensure-clients.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { ensureMariadb } from "./ensure-mariadb.mjs";
import { ensureWeb } from "./ensure-web.mjs";
import { findNode } from "./node26.mjs";
import { runChecks } from "./run-checks.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const long = process.argv.includes("--long");
const rest = process.argv.slice(2).filter((word) => word !== "--long");

ensureInstalled(root, { dev: true });
ensureChromium();
ensureMariadb();
ensureChdb();
if (!long) ensureClients();
if (!ensureWeb(root)) process.exit(1);

const checks = long ? [] : runChecks(root);
const suites = runSuites();
const passed = checks.filter(({ ok }) => ok).length + suites.passed;
const failed = checks.length + suites.passed + suites.failed - passed;
for (const name of suites.skipped) process.stdout.write(`skipped: ${name}\n`);
const skipped = suites.skipped.length > 0 ? `, ${suites.skipped.length} skipped` : "";
process.stdout.write(`${passed} passed, ${failed} failed${skipped}\n`);
process.exit(failed === 0 ? 0 : 1);

function runSuites() {
  const report = join(root, ".tmp", "vitest.json");
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...rest];
  const { status } = spawnSync(findNode(root), [join("node_modules", "vitest", "vitest.mjs"), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, TRIBUTARY_TEST_LONG: long ? "1" : "" },
  });
  const { numPassedTests, numFailedTests, testResults } = readReport(report);
  const skipped = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status: state }) => state !== "passed" && state !== "failed")
      .map(({ fullName }) => fullName),
  );
  // A file that breaks before its first test, or an error between tests, has no test that failed.
  const unseen = status !== 0 && numFailedTests === 0 ? 1 : 0;
  return { passed: numPassedTests, failed: numFailedTests + unseen, skipped };
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}
