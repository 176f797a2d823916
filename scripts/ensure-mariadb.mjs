// Runs on Node 20 as well. The MySQL connector is tested against a real MariaDB; on Debian and Ubuntu it is a package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const SERVERS = [
  "/usr/sbin/mariadbd",
  "/usr/local/sbin/mariadbd",
  "/opt/homebrew/bin/mariadbd",
  "/usr/local/bin/mariadbd",
];

export const findMariadb = () => SERVERS.find((path) => existsSync(path));

/** Installs the server where that is one command, without starting it; otherwise its tests fail and say what is missing. */
export function ensureMariadb() {
  if (findMariadb() || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stderr.write("Installing MariaDB for the tests of its connector …\n");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args) =>
    spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", 2, 2] }).status === 0;
  const packages = ["mariadb-server-core", "mariadb-client-core"];
  if (!run("update") || !run("install", "-y", "--no-install-recommends", ...packages)) {
    process.stderr.write("apt-get could not install MariaDB; the tests of its connector will fail.\n");
  }
}
