#!/usr/bin/env node
// Runs on Node 20 as well. Installs what is missing, then hands over to the Node the product needs.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../scripts/ensure-installed.mjs";
import { ensureWeb } from "../scripts/ensure-web.mjs";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../scripts/node-flags.mjs";
import { findNode } from "../scripts/node26.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root, { dev: false });
// Commands that only talk to a server need no interface.
if (["start", "serve"].includes(process.argv[2])) ensureWeb(root);
const node = findNode(root);
const main = join(root, "src", "cli", "main.ts");

if (node === process.execPath) {
  await import(main);
} else {
  // The channel is there to be broken: when this process dies, however it dies, the child hears of it and stops in order.
  const child = spawn(node, [...NODE_FLAGS, main, ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...NODE_ENVIRONMENT, ...process.env },
  });
  // In a terminal Ctrl-C reaches the child as well; what is sent to this process alone is passed on.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 143 : (code ?? 1)));
}
