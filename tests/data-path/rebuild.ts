import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startProcess } from "./server-process.ts";

const TRIBUTARY = join(import.meta.dirname, "..", "..", "bin", "tributary.mjs");

/** `tributary store rebuild`, as an operator calls it. With a time it is killed then, if it is not done before. */
export async function rebuildStore(dataFolder: string, killAfterMs?: number): Promise<"done" | "killed"> {
  const command = startProcess([TRIBUTARY, "store", "rebuild", "--data-dir", dataFolder, "--json"]);
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs, undefined, { ref: false }), command.exited]);
    command.kill("SIGKILL");
  }
  const { code, signal } = await command.exited;
  if (killAfterMs !== undefined && signal === "SIGKILL") return "killed";
  if (code !== 0) throw new Error(`store rebuild ended with ${signal ?? code}:\n${command.output()}`);
  return "done";
}
