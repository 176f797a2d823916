import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileDurably } from "../../src/platform/data-folder/index.ts";

/** What the demo knows of its data folder. It lies in the folder, and marks it as one that a reset may delete. */
export type Note = {
  state: "filling" | "filled";
  seed: number;
  size: "small" | "full";
  /** When it was filled: everything in it is counted from there. */
  endMs: number;
  owner: { email: string; password: string };
  account: { username: string; secret: string };
};

const SEED = 7;
const pathIn = (folder: string): string => join(folder, "demo.json");

export const newNote = (size: Note["size"]): Note => ({
  ...{ state: "filling", seed: SEED, size, endMs: Date.now() },
  owner: { email: "nora@harbourandpine.example", password: `demo-${randomBytes(6).toString("hex")}` },
  account: { username: "demo", secret: randomBytes(24).toString("hex") },
});

export async function writeNote(folder: string, note: Note): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFileDurably(pathIn(folder), `${JSON.stringify(note, null, 2)}\n`);
}

/** Undefined: this is no demo's folder. */
export async function readNote(folder: string): Promise<Note | undefined> {
  try {
    return JSON.parse(await readFile(pathIn(folder), "utf8"));
  } catch {
    return undefined;
  }
}

/** Whether there is nothing in the folder, or no such folder. */
export async function isVacant(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "ENOENT";
  }
}
