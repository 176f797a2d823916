import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileDurably } from "./durable-file.ts";

/** Where the running server of a data folder is reached. The credential lets the command line in, so the file is private. */
export type ServerFile = {
  pid: number;
  url: string;
  credential: string;
  /** Milliseconds since epoch. */
  startedAt: number;
};

const pathIn = (folder: string): string => join(folder, "server.json");

export const writeServerFile = (folder: string, server: ServerFile): Promise<void> =>
  writeFileDurably(pathIn(folder), `${JSON.stringify(server, null, 2)}\n`);

export const removeServerFile = (folder: string): Promise<void> => rm(pathIn(folder), { force: true });

/**
 * What the last server of this folder wrote, or nothing when there is no file, it may not be read, or it is not ours.
 * After a `kill -9` the file outlives its server: the caller finds out by asking the address.
 */
export async function readServerFile(folder: string): Promise<ServerFile | undefined> {
  try {
    return decode(JSON.parse(await readFile(pathIn(folder), "utf8")));
  } catch {
    return undefined;
  }
}

// By hand, not with TypeBox: loading it takes 170 ms, and every command of the command line comes through here.
function decode(value: unknown): ServerFile | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { pid, url, credential, startedAt }: Partial<Record<string, unknown>> = { ...value };
  if (!Number.isInteger(pid) || typeof url !== "string" || typeof credential !== "string") return undefined;
  if (typeof startedAt !== "number") return undefined;
  return { pid: Number(pid), url, credential, startedAt };
}
