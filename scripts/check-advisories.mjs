// Runs on Node 20 as well. Known advisories of the packages that a production install has. Fails on high and critical ones; where
// the registry does not offer advisories, it says so and passes: that is no proof of anything.
import { spawnSync } from "node:child_process";

const { stdout, error } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
const report = read(stdout);
const counts = report?.metadata?.vulnerabilities;

if (counts === undefined) {
  const reason = error?.message ?? report?.message ?? "npm audit gave no result";
  process.stdout.write(`advisories NOT CHECKED: ${reason.replace(/ - .*/, "")}\n`);
} else {
  const { critical, high, moderate, low } = counts;
  process.stdout.write(`advisories: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low\n`);
  if (critical + high > 0) process.exit(1);
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
