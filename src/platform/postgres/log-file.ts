import { type FileHandle, open, rename, stat } from "node:fs/promises";
import { join } from "node:path";

/** Only starts, stops and trouble are logged, about 1 kB each time; one older file is kept. */
const ROTATE_AT_BYTES = 1_000_000;
const TAIL_BYTES = 8_192;
const TAIL_LINES_MAX = 20;

export type PostgresLog = {
  /** Handed to Postgres as its stderr. A file, not a pipe: Postgres outlives us after a kill and must be able to go on writing. */
  fd: number;
  /** The last lines that were written since this was opened. */
  tail(): Promise<string>;
  close(): Promise<void>;
};

export async function openLog(dataFolder: string): Promise<PostgresLog> {
  const path = join(dataFolder, "postgres.log");
  const size = await sizeOf(path);
  if (size > ROTATE_AT_BYTES) await rename(path, `${path}.1`);
  const file = await open(path, "a", 0o600);
  const start = size > ROTATE_AT_BYTES ? 0 : size;
  return { fd: file.fd, tail: () => readTail(path, start), close: () => file.close() };
}

async function readTail(path: string, start: number): Promise<string> {
  const reading = await open(path, "r").catch(() => undefined);
  if (!reading) return "";
  try {
    const from = Math.max(start, (await reading.stat()).size - TAIL_BYTES);
    const text = await readFrom(reading, from);
    return text.trimEnd().split("\n").slice(-TAIL_LINES_MAX).join("\n");
  } finally {
    await reading.close();
  }
}

async function readFrom(file: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(TAIL_BYTES), position });
  return buffer.toString("utf8", 0, bytesRead);
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  );
