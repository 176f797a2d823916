export { type ArchiveFailure, describeArchiveFailure } from "./archive/archive-failure.ts";
export type { Manifest, ManifestEntry } from "./archive/manifest.ts";
export { type Archive, openArchive } from "./archive/open-archive.ts";
export { type ControlPartDeps, controlPart } from "./control/control-part.ts";
export { describeRestoreFailure, describeWriteFailure } from "./describe-failure.ts";
export { filesPart } from "./files-part.ts";
export { checkRestore, type RestoreFailure, type RestoreOptions, restoreBackup } from "./restore-backup.ts";
export { hasUnfinishedRestore } from "./restore-marker.ts";
export type { BackupPart, BackupSink, BackupSource, PartRefusal } from "./types.ts";
export {
  type WriteBackupFailure,
  type WriteBackupOptions,
  type WrittenBackup,
  writeBackup,
} from "./write-backup.ts";
