// Runs on Node 20 as well. Types of the web interface's client, made anew when the sources of the server have changed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashFiles } from "./hash-files.mjs";
import { findNode } from "./node26.mjs";

const SOURCES = ["src", "scripts/api-types", "package-lock.json"];

export function ensureApiTypes(root) {
  const types = join(root, "web", "src", "api", "schema.gen.ts");
  const mark = join(root, ".tmp", "api-types.sources");
  const wanted = hashFiles(root, SOURCES, (path) => path.endsWith(".test.ts"));
  if (existsSync(types) && existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  const script = join("scripts", "write-api-types.ts");
  const { status } = spawnSync(findNode(root), [script], { cwd: root, stdio: "inherit" });
  if (status === 0) {
    mkdirSync(dirname(mark), { recursive: true });
    writeFileSync(mark, wanted);
  } else if (existsSync(types)) {
    process.stderr.write("The server did not start; the web interface is checked against its last types.\n");
  }
}
