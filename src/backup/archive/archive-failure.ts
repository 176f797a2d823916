/** Why a file is not a backup that can be trusted. `entry` is the one at fault, or the last one that was read before the fault. */
export type ArchiveFailure =
  | { code: "file_unreadable"; path: string; reason: string }
  | { code: "not_a_backup"; path: string }
  | { code: "format_too_new"; path: string; found: number; known: number }
  | { code: "archive_truncated"; path: string; entry: string }
  | { code: "archive_damaged"; path: string; entry: string; place: "content" | "header" | "after" };

export function describeArchiveFailure(failure: ArchiveFailure): string {
  const { path } = failure;
  switch (failure.code) {
    case "file_unreadable":
      return `${path} cannot be read: ${failure.reason}.`;
    case "not_a_backup":
      return `${path} is not a backup of Tributary.`;
    case "format_too_new":
      return `${path} has the backup format ${failure.found}; this version reads format ${failure.known}. Use the version of Tributary that wrote it, or a later one.`;
    case "archive_truncated":
      return `${path} is cut off: it ends in or right after the entry ${failure.entry}. Use another copy of this backup.`;
    case "archive_damaged": {
      const where = {
        content: `the entry ${failure.entry} is not what was written`,
        header: `the header of the entry ${failure.entry} is not what was written`,
        after: `what follows the entry ${failure.entry} cannot be read`,
      }[failure.place];
      return `${path} is damaged: ${where}. Use another copy of this backup.`;
    }
  }
}
