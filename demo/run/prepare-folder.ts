import { rm } from "node:fs/promises";
import { readServerFile } from "../../src/platform/data-folder/index.ts";
import { fail, ok, type Result } from "../../src/platform/result.ts";
import { isVacant, type Note, newNote, readNote, writeNote } from "./note.ts";
import type { Options } from "./options.ts";

/** The note of a folder that is filled, or that is empty and waits to be. Never deletes what is not a demo's. */
export async function prepareFolder(
  { folder, reset, size }: Options,
  tell: (line: string) => void,
): Promise<Result<Note, string>> {
  const note = await readNote(folder);
  if (note === undefined && !(await isVacant(folder)))
    return fail(`${folder} holds something that is not a demo. Choose another folder with --data-dir.`);
  const running = await runningServer(folder);
  if (running !== undefined)
    return fail(`The demo in ${folder} is running already: ${running.url} (process ${running.pid}).`);
  if (note?.state === "filled" && !reset) return ok(note);
  if (note !== undefined) {
    tell(reset ? `Throwing away ${folder} …` : "The demo was stopped while it was filled; it begins anew …");
    await rm(folder, { recursive: true, force: true });
  }
  const fresh = newNote(size);
  await writeNote(folder, fresh);
  return ok(fresh);
}

/** A file that a killed server left behind names a process that is gone. */
async function runningServer(folder: string) {
  const server = await readServerFile(folder);
  if (server === undefined) return undefined;
  try {
    process.kill(server.pid, 0);
  } catch {
    return undefined;
  }
  const answers = await fetch(`${server.url}/healthz`).then(
    () => true,
    () => false,
  );
  return answers ? server : undefined;
}
