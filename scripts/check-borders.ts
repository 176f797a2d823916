import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Which rooms a room may enter, besides `platform`, which all may. There are no cycles. `docs/ARCHITECTURE.md` draws the same. */
const ROOMS: Record<string, readonly string[]> = {
  platform: [],
  http: [],
  projects: [],
  operations: [],
  "sign-in": ["projects"],
  journal: [],
  events: [],
  identity: ["events"],
  dictionary: ["events"],
  profiles: [],
  ingestion: ["projects", "events", "journal", "profiles", "dictionary"],
  loader: ["events", "journal", "projects", "profiles"],
  reports: ["projects", "events", "dictionary", "identity", "profiles"],
  erasures: ["projects", "events", "journal", "loader"],
  flags: ["projects"],
  experiments: ["projects", "events", "identity", "flags"],
  warehouse: ["projects", "events", "ingestion", "journal", "loader", "profiles", "dictionary"],
  migration: ["projects", "events", "ingestion", "journal", "loader", "profiles", "dictionary"],
  backup: [],
  cli: [
    "backup",
    "erasures",
    "experiments",
    "flags",
    "http",
    "projects",
    "operations",
    "journal",
    "events",
    "dictionary",
    "ingestion",
    "loader",
    "migration",
    "profiles",
    "reports",
    "sign-in",
    "warehouse",
  ],
};

/** A room's doors. The second, where there is one, is for threads that need little of it and would wait for the rest. */
const isDoor = (room: string, file: string): boolean =>
  file === "index.ts" || ((room === "ingestion" || room === "events") && file === "text.ts");

/** The files of a room that speak HTTP: its routes, their schemas, and what fills the shell's ports. */
const SPEAKS_HTTP = /(^|[-/])(routes|view|wire|room|authenticator|port)\.ts$/;

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(root, "src");
const faults: string[] = [];

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);
const imports = new Map<string, string[]>();

for (const file of files) {
  const text = readFileSync(join(source, file), "utf8");
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, target = ""]) =>
    relative(source, resolve(source, dirname(file), target)),
  );
  imports.set(file, targets);
  for (const target of targets) checkImport(file, target);
}
checkCycles();

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`${files.length} files keep the borders between rooms`);

function checkImport(file: string, target: string): void {
  const isTest = file.endsWith(".test.ts");
  if (target.startsWith("..")) {
    if (!target.endsWith("package.json")) faults.push(`${file}: imports ${target} from outside src`);
    return;
  }
  const [from = "", ...fromRest] = file.split(sep);
  const [to = "", ...toRest] = target.split(sep);
  const allowed = ROOMS[from];
  if (allowed === undefined) {
    faults.push(`${file}: ${from} is not a room; add it to scripts/check-borders.ts`);
    return;
  }
  if (to === "platform") {
    const samePart = from === "platform" && fromRest.length > 1 && fromRest[0] === toRest[0];
    if (!samePart && toRest.length > 1 && toRest.at(-1) !== "index.ts") {
      faults.push(`${file}: enters platform/${toRest[0]} through ${target}; use its index.ts`);
    }
    return;
  }
  if (from === to) return;
  const viaHttp = to === "http" && SPEAKS_HTTP.test(file);
  if (!allowed.includes(to) && !viaHttp) faults.push(`${file}: ${from} may not import ${to}`);
  if (!isDoor(to, toRest.join("/")) && !isTest)
    faults.push(`${file}: enters ${to} through ${target}; use its index.ts`);
}

function checkCycles(): void {
  const state = new Map<string, "open" | "done">();
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      faults.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}`);
      return;
    }
    state.set(file, "open");
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    state.set(file, "done");
  };
  for (const file of files) visit(file, []);
}
