// Runs on Node 20 as well: `npm run screenshots` prepares what it needs, then hands over to the Node the product needs.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "../../scripts/ensure-chromium.mjs";
import { ensureInstalled } from "../../scripts/ensure-installed.mjs";
import { ensureWeb } from "../../scripts/ensure-web.mjs";
import { handOver } from "../../scripts/hand-over.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
ensureInstalled(root, { dev: true });
ensureChromium();
ensureWeb(root);
await handOver(root, join(root, "tests", "screenshots", "main.ts"));
