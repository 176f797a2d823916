import { rename } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../platform/data-folder/index.ts";
import { ok } from "../platform/result.ts";
import { belongsToOneFolder } from "./data-folder.ts";
import { addFile, filesIn, restoreFiles } from "./entry-files.ts";
import { refuseOddEntries } from "./refuse-odd-entries.ts";
import type { BackupPart } from "./types.ts";

/** Names that Tributary gives to its files. A dot begins what is still being written. */
const OURS = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;

/**
 * The files that lie directly in the data folder, such as keys that sealed values depend on. All but those that belong to this one
 * folder: a room that adds a key must not have to think of its backup, since losing it would make all that it sealed unreadable.
 * Folders are the affair of the parts that own them; a part that owns a file here names it in `ownedElsewhere`.
 */
export function filesPart(folder: string, ownedElsewhere: readonly string[] = []): BackupPart {
  const isSaved = (name: string): boolean =>
    OURS.test(name) && !belongsToOneFolder(name) && !ownedElsewhere.includes(name);
  return {
    name: "files",
    async write(sink) {
      for (const name of (await filesIn(folder)) ?? []) {
        if (isSaved(name)) await addFile(sink, name, join(folder, name));
      }
      return ok(undefined);
    },
    check: async (source) => refuseOddEntries("files", source, isSaved),
    async restore(source) {
      const files = source.entries.map(({ name }) => ({ entry: name, file: `.${name}.restored` }));
      await restoreFiles(source, folder, files);
      for (const { entry, file } of files) await rename(join(folder, file), join(folder, entry));
      await syncFolder(folder);
      return ok(undefined);
    },
  };
}
