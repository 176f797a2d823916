// Runs on Node 20 as well: it is what brings the newer one.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Whether every package of the lock file that this machine needs is there in the right version. */
export function isInstalled(root, { dev }) {
  const installedFile = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.dev && !dev) || (entry.devOptional && !dev)) return true;
    if (!fitsHere(entry)) return true;
    return installed[path]?.version === entry.version && existsSync(join(root, path, "package.json"));
  });
}

/** Of the optional packages only those made for this very platform are needed; the others' own dependencies are optional too. */
function fitsHere({ os, cpu, libc, optional }) {
  if (!optional) return true;
  // Which C library this is, npm knows better than we do.
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined);
}

/**
 * Installs what is missing in the versions of the lock file, without running install scripts. Not `npm ci`: it refuses when a
 * registry lacks an optional package for some other platform, such as a tool's build for Android.
 */
export function ensureInstalled(root, { dev }) {
  if (isInstalled(root, { dev })) return;
  process.stderr.write("Installing packages (this happens once) …\n");
  const args = [
    "install",
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...(dev ? [] : ["--omit=dev"]),
  ];
  const { status, error } = spawnSync("npm", args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    process.stderr.write(
      `npm ${args.join(" ")} failed${error ? `: ${error.message}` : ""}. Check the network and try again.\n`,
    );
    process.exit(1);
  }
}
