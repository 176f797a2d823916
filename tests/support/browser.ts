import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { findChromium } from "../../scripts/ensure-chromium.mjs";

/** A real Chromium with an empty profile that talks to nobody but the pages it is shown. */
export async function openBrowser(): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error(
      "No Chromium found. Install it (Debian: apt-get install chromium) or name it with CHROMIUM_PATH.",
    );
  }
  const profile = await mkdtemp(join(tmpdir(), "tributary-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1280, height: 900 },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
