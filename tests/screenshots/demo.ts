import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { readNote } from "../../demo/run/note.ts";

export type Demo = { url: string; owner: { email: string; password: string }; stop(): Promise<void> };

/** The demo as `npm run demo` starts it, without new visitors: two pictures of the same page are alike. */
export async function startDemo(folder: string, size: string): Promise<Demo> {
  const words = ["demo/main.ts", "--data-dir", folder, "--still", "--port", "0", "--size", size];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      process.stdout.write(`${line}\n`);
      const found = /demo is ready on (http:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error("the demo ended before it was ready")));
  });
  const note = await readNote(folder);
  if (note === undefined) throw new Error(`${folder} is no demo's folder`);
  return {
    url,
    owner: note.owner,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
