import { join } from "node:path";
import { ok } from "../platform/result.ts";
import { addFile, filesIn, restoreFiles } from "./entry-files.ts";
import { refuseOddEntries } from "./refuse-odd-entries.ts";
import type { BackupPart } from "./types.ts";

export type FolderPartOptions = {
  name: string;
  folder: string;
  /** The files in it that are kept. Anything else is passed over, and refused where a backup brings it. */
  files: RegExp;
};

/** A folder of small files, each complete by itself. It is made again only when it held something. */
export function folderPart({ name, folder, files }: FolderPartOptions): BackupPart {
  return {
    name,
    async write(sink) {
      for (const file of (await filesIn(folder)) ?? []) {
        if (files.test(file)) await addFile(sink, file, join(folder, file));
      }
      return ok(undefined);
    },
    check: async (source) => refuseOddEntries(name, source, (entry) => files.test(entry)),
    async restore(source) {
      const names = source.entries.map((entry) => ({ entry: entry.name, file: entry.name }));
      if (names.length > 0) await restoreFiles(source, folder, names);
      return ok(undefined);
    },
  };
}
