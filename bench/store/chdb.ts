import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { chdbPython, ensureChdb } from "../../scripts/ensure-chdb.mjs";

export type PeerAnswer = { ms: number; rows: unknown[][] };
export type Peer = {
  load(path: string): Promise<PeerAnswer>;
  ask(sql: string): Promise<PeerAnswer>;
  close(): Promise<void>;
};

/** ClickHouse as a Python package, installed into this checkout when it is first needed. Null where that fails. */
export async function startPeer(folder: string): Promise<Peer | null> {
  if (!ensureChdb()) {
    console.error("going on without ClickHouse");
    return null;
  }
  const child = spawn(chdbPython, [join(import.meta.dirname, "chdb-peer.py"), folder], {
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
