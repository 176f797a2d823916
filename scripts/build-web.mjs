// Runs on Node 20 as well. `npm run build`: the web interface, for images and for whoever works on it.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { ensureWeb } from "./ensure-web.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root, { dev: false });
process.exit(ensureWeb(root) ? 0 : 1);
