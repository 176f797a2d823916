import type { RestoreFailure } from "./restore-backup.ts";
import type { WriteBackupFailure } from "./write-backup.ts";

export function describeWriteFailure(failure: WriteBackupFailure): string {
  switch (failure.code) {
    case "target_exists":
      return `${failure.path} exists already. Choose another name, or replace it with --force.`;
    case "target_not_writable":
      return `${failure.path} cannot be written: ${failure.reason}.`;
    case "part_refused":
      return failure.refusal.sentence;
  }
}

export function describeRestoreFailure(failure: RestoreFailure): string {
  switch (failure.code) {
    case "folder_holds_data":
      return `The data folder ${failure.folder} already holds data, and a restore never overwrites any. Choose another with --data-dir.`;
    case "part_unknown":
      return `The backup was made by Tributary ${failure.product} and holds '${failure.part}', which this version does not know. Use that version or a later one.`;
    case "part_refused":
      return failure.refusal.sentence;
  }
}
