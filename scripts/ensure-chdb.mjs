// Runs on Node 20 as well. ClickHouse as a Python package, for the tests of its connector and as a peer in benches.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "4.4.0";
const venv = join(dirname(dirname(fileURLToPath(import.meta.url))), ".tmp", "chdb");
const installed = join(venv, "installed.txt");

export const chdbPython = join(venv, "bin", "python");

/** Whether it is there, installed into this checkout when it was not. */
export function ensureChdb() {
  if (existsSync(installed) && readFileSync(installed, "utf8") === VERSION) return true;
  process.stderr.write("Installing chdb, a ClickHouse for tests and benches (this happens once) …\n");
  const run = (program, ...args) => spawnSync(program, args, { stdio: ["ignore", 2, 2] }).status === 0;
  const made =
    run("python3", "-m", "venv", "--clear", venv) &&
    run(chdbPython, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", `chdb==${VERSION}`);
  if (made) writeFileSync(installed, VERSION);
  else
    process.stderr.write("chdb could not be installed; the tests of the ClickHouse connector will fail.\n");
  return made;
}
