import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { chdbPython, ensureChdb } from "../../../scripts/ensure-chdb.mjs";

export type Clickhouse = {
  port: number;
  run(sql: string): Promise<void>;
  /** Rows of values, as their JSON has them. */
  ask(sql: string): Promise<(string | null)[][]>;
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
  const ask = async (sql: string): Promise<(string | null)[][]> => {
    const authorization = `Basic ${btoa(`${READER.username}:${READER.password}`)}`;
    const answer = await fetch(`http://127.0.0.1:${port}/?database=default`, {
      method: "POST",
      body: sql,
      headers: { authorization },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${sql}: ${text}`);
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  };
  return {
    port,
    ask,
    async run(sql) {
      await ask(sql);
    },
    kill: () => end("SIGKILL"),
    async close() {
      await end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
