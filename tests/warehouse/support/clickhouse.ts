import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { chdbPython, ensureChdb } from "../../../scripts/ensure-chdb.mjs";

export type Clickhouse = {
  port: number;
  run(sql: string): Promise<void>;
  kill(): Promise<void>;
  close(): Promise<void>;
};

export const READER = { username: "reader", password: "its secret" };

/** chdb behind a front that speaks ClickHouse's HTTP interface. */
export async function startClickhouse(): Promise<Clickhouse> {
  if (!ensureChdb()) throw new Error("chdb could not be installed");
  const folder = mkdtempSync(join(tmpdir(), "tributary-chdb-"));
  const child = spawn(
    chdbPython,
    [join(import.meta.dirname, "chdb-front.py"), folder, READER.username, READER.password],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  const first = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const port = Number(first.value);
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    await ended;
  };
  return {
    port,
    async run(sql) {
      const authorization = `Basic ${btoa(`${READER.username}:${READER.password}`)}`;
      const answer = await fetch(`http://127.0.0.1:${port}/?database=default`, {
        method: "POST",
        body: sql,
        headers: { authorization },
      });
      if (!answer.ok) throw new Error(`${sql}: ${await answer.text()}`);
    },
    kill: () => end("SIGKILL"),
    async close() {
      await end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
