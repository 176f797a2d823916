export { type ArchiveFailure, describeArchiveFailure } from "./archive/archive-failure.ts";
export type { Manifest, ManifestEntry } from "./archive/manifest.ts";
export { type Archive, openArchive } from "./archive/open-archive.ts";
export { type ControlPartDeps, controlPart } from "./control/control-part.ts";
export { describeRestoreFailure, describeWriteFailure } from "./describe-failure.ts";
export { type JournalPartDeps, journalPart, type SavedJournal } from "./events/journal-part.ts";
export { type SavedStore, type StorePartDeps, storePart } from "./events/store-part.ts";
export { filesPart } from "./files-part.ts";
export { type FolderPartOptions, folderPart } from "./folder-part.ts";
export { checkRestore, type RestoreFailure, type RestoreOptions, restoreBackup } from "./restore-backup.ts";
export { hasUnfinishedRestore } from "./restore-marker.ts";
export type { BackupPart, BackupSink, BackupSource, EntryProgress, PartRefusal } from "./types.ts";
export {
  type WriteBackupFailure,
  type WriteBackupOptions,
  type WrittenBackup,
  writeBackup,
} from "./write-backup.ts";
