// Runs on Node 20 as well: `npm run demo` prepares what `npm start` does, then hands over to the Node the product needs.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../scripts/ensure-installed.mjs";
import { ensureWeb } from "../scripts/ensure-web.mjs";
import { handOver } from "../scripts/hand-over.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root, { dev: false });
ensureWeb(root);
await handOver(root, join(root, "demo", "main.ts"));
