// Runs on Node 20 as well. The checks that need no database: types, format and lint, borders, advisories, patterns, unused code.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureApiTypes } from "./ensure-api-types.mjs";
import { findNode } from "./node26.mjs";

const bin = (name) => join("node_modules", ".bin", name);

const CHECKS = [
  ["types", (node) => [node, bin("tsc"), "--noEmit"]],
  ["types of the web interface", (node) => [node, bin("tsc"), "--noEmit", "-p", "web"]],
  ["format and lint", () => [bin("biome"), "ci", "--error-on-warnings", "."]],
  ["borders between rooms", (node) => [node, join("scripts", "check-borders.ts")]],
  ["advisories", (node) => [node, join("scripts", "check-advisories.mjs")]],
  ["patterns that backtrack", (node) => [node, join("scripts", "check-patterns.ts")]],
  ["unused code", (node) => [node, bin("knip"), "--no-progress"]],
];

/** Answers the names of those that failed. */
export function runChecks(root) {
  const node = findNode(root);
  ensureApiTypes(root);
  return CHECKS.map(([name, command]) => {
    const [program, ...args] = command(node);
    const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
    process.stdout.write(`${status === 0 ? "ok    " : "FAILED"} ${name}\n`);
    return { name, ok: status === 0 };
  });
}
