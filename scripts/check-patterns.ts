import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";

/**
 * Every regular expression of the product takes time in proportion to its text. One that backtracks over the same characters again and
 * again lets a sender of 100 KB keep the server busy for a minute. Patterns of JSON schemas count as well.
 */
const SOURCES = ["src/**/*.ts", "web/src/**/*.{ts,tsx}", "bin/*.mjs"];

/** Patterns that are not linear, or that the check cannot read, with the reason why each is safe. Keep it short: prefer a rewrite. */
const ALLOWED: readonly { file: string; starts: string; why: string }[] = [
  {
    file: "src/ingestion/diagnostics/mask-secrets.ts",
    starts: String.raw`\b(?:bearer|basic)\s+`,
    why: "sees at most 600 characters: the text is cut before",
  },
  {
    file: "src/http/error-handlers.ts",
    starts: "RegExp(",
    why: "built from the addresses of our own routes; each part ends at a slash",
  },
  { file: "src/events/duckdb/damage.ts", starts: "RegExp(", why: "words joined by |, nothing repeats" },
];

/** Without one of these nothing repeats without an end, and there is nothing to check. */
const REPEATS = /[*+]|\{\d+,\}/;
const CHECK_TIMEOUT_MS = 60_000;

type Found = { file: string; line: number; source: string; flags: string };

// The build in plain JavaScript: the same result on every platform, and no process to start.
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = await import("recheck");

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
const found = files.flatMap(patternsOf);
const used = new Set<(typeof ALLOWED)[number]>();
const faults = found.flatMap(faultOf);
for (const entry of ALLOWED)
  if (!used.has(entry)) faults.push(`${entry.file}: '${entry.starts}' is allowed but no longer needed`);
for (const fault of faults) console.error(fault);
if (found.length === 0) console.error("no patterns were found: the check itself is broken");
process.exit(faults.length === 0 && found.length > 0 ? 0 : 1);

function patternsOf(file: string): Found[] {
  const text = readFileSync(join(root, file), "utf8");
  const patterns: Found[] = [];
  const add = (start: number, source: string, flags = "") =>
    patterns.push({ file, line: text.slice(0, start).split("\n").length, source, flags });
  const addBuilt = (node: { start: number; callee: object; arguments: readonly object[] }) => {
    if (!("name" in node.callee) || node.callee.name !== "RegExp") return;
    const [given] = node.arguments;
    const isText = given !== undefined && "value" in given && typeof given.value === "string";
    add(node.start, isText ? String(given.value) : "RegExp(");
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression: addBuilt,
    CallExpression: addBuilt,
    Property({ key, value }) {
      const isPattern = "name" in key && key.name === "pattern";
      if (isPattern && value.type === "Literal" && typeof value.value === "string")
        add(value.start, value.value, "u");
    },
  }).visit(parseSync(file, text).program);
  return patterns;
}

function faultOf({ file, line, source, flags }: Found): string[] {
  const allowed = ALLOWED.find((entry) => entry.file === file && source.startsWith(entry.starts));
  if (allowed !== undefined) {
    used.add(allowed);
    return [];
  }
  const where = `${file}:${line}`;
  if (source === "RegExp(")
    return [`${where}: a pattern made of other text cannot be checked; write it as a literal`];
  if (!REPEATS.test(source)) return [];
  const result = checkSync(source, flags, { timeout: CHECK_TIMEOUT_MS, randomSeed: 1 });
  if (result.status === "safe") return [];
  if (result.status === "unknown")
    return [`${where}: /${source}/${flags} could not be checked (${result.error.kind})`];
  return [
    `${where}: /${source}/${flags} takes ${result.complexity.summary} time, as on ${result.attack.pattern.slice(0, 200)}. Rewrite it.`,
  ];
}
