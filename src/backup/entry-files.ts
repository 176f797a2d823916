import { createWriteStream } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "../platform/data-folder/index.ts";
import { readRange } from "./archive/file-ranges.ts";
import type { BackupSink, BackupSource, EntryOptions } from "./types.ts";

/** Adds a file of the data folder, or its first `bytes`, as an entry. What is appended to it meanwhile is left out. */
export async function addFile(
  sink: BackupSink,
  name: string,
  path: string,
  options: EntryOptions = {},
): Promise<void> {
  const file = await open(path, "r");
  try {
    const bytes = options.bytes ?? (await file.stat()).size;
    await sink.add(name, readRange(file, 0, bytes), { ...options, bytes });
  } finally {
    await file.close();
  }
}

/** Makes the folder and fills it: `files` says which entry becomes which file. All of it is on the disk when this returns. */
export async function restoreFiles(
  source: BackupSource,
  folder: string,
  files: readonly { entry: string; file: string }[],
): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  for (const { entry, file } of files) {
    await pipeline(
      source.read(entry),
      createWriteStream(join(folder, file), { mode: 0o600, flags: "wx", flush: true }),
    );
  }
  await syncFolder(folder);
  if (made !== undefined) await syncFolder(dirname(folder));
}

/** The names of the files in a folder, sorted; undefined when there is no such folder. */
export async function filesIn(folder: string): Promise<string[] | undefined> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}
