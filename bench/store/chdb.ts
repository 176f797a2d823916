import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";

const VENV = join(import.meta.dirname, "../../.tmp/bench-chdb");
const VERSION = "4.4.0";

export type PeerAnswer = { ms: number; rows: unknown[][] };
export type Peer = {
  load(path: string): Promise<PeerAnswer>;
  ask(sql: string): Promise<PeerAnswer>;
  close(): Promise<void>;
};

/** ClickHouse as a Python package, installed into this checkout when it is first needed. Null where that fails. */
export async function startPeer(folder: string): Promise<Peer | null> {
  const python = join(VENV, "bin/python");
  try {
    if (!existsSync(python)) execFileSync("python3", ["-m", "venv", VENV]);
    execFileSync(python, ["-m", "pip", "install", "--quiet", `chdb==${VERSION}`], { stdio: "ignore" });
  } catch {
    console.error("chdb could not be installed; going on without ClickHouse");
    return null;
  }
  const child = spawn(python, [join(import.meta.dirname, "chdb-peer.py"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const tell = async (command: object): Promise<PeerAnswer> => {
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error("ClickHouse ended");
    return JSON.parse(value);
  };
  return {
    load: (path) => tell({ load: path }),
    ask: (sql) => tell({ ask: sql }),
    async close() {
      child.stdin.end();
      await new Promise((resolve) => child.once("close", resolve));
    },
  };
}
