// Runs on Node 20 as well. The published client libraries that the suite sends with, each in a folder of its own.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const clients = join(root, "tests", "clients");
const venv = join(root, ".tmp", "clients-python");
/** Names and versions of the Python packages; changed, they are installed anew. */
const wanted = join(clients, "requirements.txt");
const installed = join(venv, "installed.txt");

export const pythonOfClients = join(venv, "bin", "python");

export function ensureClients() {
  ensureInstalled(clients, { dev: false });
  ensurePython();
  // It makes the certificate that clients which insist on TLS are shown.
  if (spawnSync("openssl", ["version"]).status !== 0) install("openssl");
}

function ensurePython() {
  const text = readFileSync(wanted, "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === text) return;
  process.stderr.write("Installing the Python client (this happens once) …\n");
  const made =
    run("python3", "-m", "venv", "--clear", venv) ||
    (install("python3-venv") && run("python3", "-m", "venv", "--clear", venv));
  if (
    made &&
    run(pythonOfClients, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted)
  ) {
    writeFileSync(installed, text);
    return;
  }
  process.stderr.write("The Python client could not be installed; its tests will fail.\n");
}

/** On Debian and Ubuntu, where making environments is a package of its own. */
function install(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  return (
    run("apt-get", "-qq", "update") && run("apt-get", "-qq", "install", "-y", "--no-install-recommends", name)
  );
}

function run(program, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { env, stdio: ["ignore", 2, 2] }).status === 0;
}
