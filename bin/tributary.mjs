#!/usr/bin/env node
// Runs on Node 20 as well. Installs what is missing, then hands over to the Node the product needs.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../scripts/ensure-installed.mjs";
import { ensureWeb } from "../scripts/ensure-web.mjs";
import { handOver } from "../scripts/hand-over.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root, { dev: false });
// Commands that only talk to a server need no interface.
if (["start", "serve"].includes(process.argv[2])) ensureWeb(root);
await handOver(root, join(root, "src", "cli", "main.ts"));
