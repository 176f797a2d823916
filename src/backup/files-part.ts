import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "../platform/data-folder/index.ts";
import { fail, ok } from "../platform/result.ts";
import { belongsToOneFolder } from "./data-folder.ts";
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
      const found = await readdir(folder, { withFileTypes: true });
      for (const { name } of found.filter((entry) => entry.isFile() && isSaved(entry.name))) {
        await sink.add(name, createReadStream(join(folder, name)));
      }
      return ok(undefined);
    },
    async check(source) {
      const odd = source.entries.find(({ name }) => !isSaved(name));
      if (odd === undefined) return ok(undefined);
      const sentence = `The backup holds the file '${odd.name}', which this version would not put into a data folder. Use the version of Tributary that wrote it, or a later one.`;
      return fail({ code: "file_not_expected", sentence });
    },
    async restore(source) {
      for (const { name } of source.entries) {
        const beside = join(folder, `.${name}.restored`);
        await pipeline(source.read(name), createWriteStream(beside, { mode: 0o600, flush: true }));
        await rename(beside, join(folder, name));
      }
      await syncFolder(folder);
    },
  };
}
