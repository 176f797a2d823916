import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../../scripts/node-flags.mjs";
import { readServerFile } from "../../src/platform/data-folder/index.ts";
import { pause } from "../fill/api.ts";

export type ServerProcess = {
  /** Its address, once it is ready; undefined when it ended before, having said why. */
  ready: Promise<string | undefined>;
  /** Its exit code. */
  ended: Promise<number>;
  stop(signal: NodeJS.Signals): void;
};

const MAIN = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");
const LOOK_EVERY_MS = 100;

/** The product as `npm start` runs it, in a process of its own: filling it must not slow it down. */
export function startProcess(
  folder: string,
  flags: readonly string[],
  settings: Record<string, string>,
): ServerProcess {
  // The channel breaks when this process dies, and the server then stops in order.
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, "start", "--data-dir", folder, ...flags], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...NODE_ENVIRONMENT, ...process.env, ...settings, LOG_FORMAT: "json" },
  });
  // Lines of the log are passed on; its greeting is told in the demo's own words.
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("{")) process.stdout.write(`${line}\n`);
    });
  let hasEnded = false;
  const ended = new Promise<number>((resolve) =>
    child.on("close", (code, signal) => {
      hasEnded = true;
      resolve(signal ? 143 : (code ?? 1));
    }),
  );
  async function findAddress(): Promise<string | undefined> {
    while (!hasEnded) {
      const server = await readServerFile(folder);
      if (server?.pid === child.pid) return server?.url;
      await pause(LOOK_EVERY_MS);
    }
    return undefined;
  }
  return { ready: findAddress(), ended, stop: (signal) => void child.kill(signal) };
}
