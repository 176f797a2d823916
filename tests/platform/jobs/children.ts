import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";
import { until } from "./support.ts";

export type Child = { process: ChildProcess; said: unknown[]; kill(): Promise<void> };

/** Nodes in processes of their own, so that they can really be killed or stopped; gone after the test. */
export function useChildren(): (url: string, nodeId: string, forMs: number) => Promise<Child> {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  return async (url, nodeId, forMs) => {
    const process = fork(
      fileURLToPath(new URL("./child.ts", import.meta.url)),
      [url, nodeId, String(forMs)],
      {
        execArgv: [],
      },
    );
    children.push(process);
    const said: unknown[] = [];
    process.on("message", (message) => said.push(message));
    await until("the child is ready", () => said.length > 0);
    return {
      process,
      said,
      async kill() {
        process.kill("SIGKILL");
        await once(process, "exit");
      },
    };
  };
}
