import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fail, ok, type Result } from "../result.ts";
import { writeFileDurably } from "./durable-file.ts";

/** Grows when an older release could no longer read what a newer one leaves in the folder. */
const DATA_FORMAT = 1;

const NAME = "version.json";

export type VersionFailure = { code: "data_folder_too_new"; path: string; found: number; known: number };

/** Marks a new folder with our format; refuses one that a later release has written. */
export async function checkVersion(folder: string): Promise<Result<number, VersionFailure>> {
  const path = join(folder, NAME);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) {
    await writeFileDurably(path, `${JSON.stringify({ format: DATA_FORMAT })}\n`);
    return ok(DATA_FORMAT);
  }
  const found = formatIn(text);
  // The file is written whole or not at all, so another text was put there by somebody else: guessing could destroy data.
  if (found === undefined) throw new Error(`${path} does not say which data format the folder has.`);
  if (found > DATA_FORMAT)
    return fail({ code: "data_folder_too_new", path: folder, found, known: DATA_FORMAT });
  return ok(found);
}

function formatIn(text: string): number | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("format" in value)) return undefined;
    return Number.isInteger(value.format) ? Number(value.format) : undefined;
  } catch {
    return undefined;
  }
}
