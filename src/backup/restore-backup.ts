import { fail, ok, type Result } from "../platform/result.ts";
import { type Randomness, randomHex } from "../platform/secrets.ts";
import type { Archive } from "./archive/open-archive.ts";
import { clearUnfinished, folderState, holdsMarkerOnly } from "./data-folder.ts";
import { readMarker, removeMarker, writeMarker } from "./restore-marker.ts";
import type { BackupPart, PartRefusal, Watch } from "./types.ts";

export type RestoreFailure =
  | { code: "folder_holds_data"; folder: string }
  | { code: "part_unknown"; part: string; product: string }
  | { code: "part_refused"; refusal: PartRefusal };

export type RestoreOptions = Watch & {
  archive: Archive;
  /** In the order in which they are restored: what other machines can see comes last. */
  parts: readonly BackupPart[];
  randomness: Randomness;
};

/** Whether this version can restore all of it into that folder. Changes nothing, and needs no lock. */
export async function checkRestore(
  { archive, parts }: Pick<RestoreOptions, "archive" | "parts">,
  folder: string,
): Promise<Result<undefined, RestoreFailure>> {
  const unknown = archive.parts.find((name) => parts.every((part) => part.name !== name));
  if (unknown !== undefined) {
    return fail({ code: "part_unknown", part: unknown, product: archive.manifest.product });
  }
  for (const part of parts) {
    const fits = await part.check?.(archive.source(part.name));
    if (fits?.ok === false) return fail({ code: "part_refused", refusal: fits.failure });
  }
  if ((await folderState(folder)) === "holds_data") return fail({ code: "folder_holds_data", folder });
  return ok(undefined);
}

/**
 * Restores a checked backup into a data folder whose lock the caller holds. The marker stands from before the first change until
 * after the last, so a kill at any moment, or a part that finds something wrong with what it brought back, leaves a folder that no
 * server starts on and that the next attempt empties and fills.
 */
export async function restoreBackup(
  { archive, parts, randomness, signal, onProgress }: RestoreOptions,
  folder: string,
): Promise<Result<undefined, RestoreFailure>> {
  // Again: without the lock, another process could have come first.
  const state = await folderState(folder);
  if (state === "holds_data") return fail({ code: "folder_holds_data", folder });
  const restoreId = await mark(folder, archive.digest, randomness);
  await clearUnfinished(folder);
  let prepared = false;
  try {
    for (const part of parts) {
      const ready = await part.prepare?.(restoreId);
      if (ready?.ok === false) return fail({ code: "part_refused", refusal: ready.failure });
    }
    prepared = true;
  } finally {
    // Nothing has begun, so nothing is left to finish: the folder is as it was.
    if (!prepared && state === "empty" && (await holdsMarkerOnly(folder))) await removeMarker(folder);
  }
  for (const part of parts) {
    signal?.throwIfAborted();
    const restored = await part.restore(archive.source(part.name, { signal, onProgress }), restoreId);
    if (!restored.ok) {
      await clearUnfinished(folder);
      return fail({ code: "part_refused", refusal: restored.failure });
    }
  }
  await removeMarker(folder);
  return ok(undefined);
}

async function mark(folder: string, backup: string, randomness: Randomness): Promise<string> {
  const before = await readMarker(folder);
  if (before?.backup === backup) return before.restoreId;
  const restoreId = randomHex(randomness, 32);
  await writeMarker(folder, { restoreId, backup });
  return restoreId;
}
