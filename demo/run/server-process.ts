import { spawn } from "node:child_process";
import { join } from "node:path";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../../scripts/node-flags.mjs";

export type ServerProcess = {
  /** Its address, once it is ready; undefined when it ended before, having said why. */
  ready: Promise<string | undefined>;
  /** Its exit code. */
  ended: Promise<number>;
  stop(signal: NodeJS.Signals): void;
};

const MAIN = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

/** The product as `npm start` runs it, in a process of its own: filling it must not slow it down. */
export function startProcess(flags: readonly string[], settings: Record<string, string>): ServerProcess {
  // The channel breaks when this process dies, and the server then stops in order.
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, "start", ...flags], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...NODE_ENVIRONMENT, ...process.env, ...settings },
  });
  const ended = new Promise<number>((resolve) =>
    child.on("close", (code, signal) => resolve(signal ? 143 : (code ?? 1))),
  );
  const ready = new Promise<string | undefined>((resolve) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      // What it says while it starts is told in the demo's own words; later lines are warnings.
      if (text === READY) process.stdout.write(chunk);
      else text += chunk;
      const address = /is ready on (http:\S+)/.exec(text)?.[1];
      if (address === undefined) return;
      text = READY;
      resolve(address);
    });
    void ended.then(() => resolve(undefined));
  });
  return { ready, ended, stop: (signal) => void child.kill(signal) };
}

const READY = "ready";
