// Runs on Node 20 as well.
import { spawn } from "node:child_process";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "./node-flags.mjs";
import { findNode } from "./node26.mjs";

/** Runs a program with the Node the product needs, in this process where that is the one that runs already. */
export async function handOver(root, main) {
  const node = findNode(root);
  if (node === process.execPath) {
    await import(main);
    return;
  }
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
