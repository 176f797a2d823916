// Runs on Node 20 as well. The browser journeys need a Chromium; on Debian and Ubuntu it is a package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export const findChromium = () => PLACES.find((path) => path && existsSync(path));

/** Installs Chromium where that is one command; otherwise the journeys fail and say what is missing. */
export function ensureChromium() {
  if (findChromium() || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stderr.write("Installing Chromium for the browser journeys …\n");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args) =>
    spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", 2, 2] }).status === 0;
  if (!run("update") || !run("install", "-y", "--no-install-recommends", "chromium")) {
    process.stderr.write("apt-get could not install chromium; the browser journeys will fail.\n");
  }
}
