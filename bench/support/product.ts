import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../../scripts/node-flags.mjs";

export const CREDENTIALS = "bench:a-secret-for-the-bench";

export type Product = { url: string; pid: number; close(): Promise<void> };

/** The product as a user runs it, on an empty data folder of its own. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-bench-"));
  const main = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");
  const child = await startProgram([...NODE_FLAGS, main, "start", "--data-dir", folder, "--port", "0"], {
    BOOTSTRAP_SERVICE_ACCOUNT: CREDENTIALS,
    ...environment,
  });
  return {
    ...child,
    async close() {
      await child.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A Node program that says `ready on http://…` once it serves. */
export async function startProgram(
  args: string[],
  environment: Record<string, string> = {},
): Promise<Product> {
  const child = spawn(process.execPath, args, {
    env: { ...NODE_ENVIRONMENT, ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const line = /ready on (http:\S+)/.exec(text);
      if (line?.[1]) resolve(line[1]);
    });
    void ended.then(() => reject(new Error(`the program ended before it was ready:\n${text}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

const TICKS_PER_SECOND = 100;

/** Processor time a process has used, in user and system mode. Linux only. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The most memory a process has had so far. Linux only. */
export const peakMb = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1000);
