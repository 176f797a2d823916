import { type BackupPart, journalPart, storePart } from "../../backup/index.ts";
import { openDuckdbStore } from "../../events/index.ts";
import { openJournal } from "../../journal/index.ts";
import type { Config } from "../../platform/config/index.ts";
import { silentLog } from "../../platform/log.ts";
import { eventFolders } from "../serve/open-event-parts.ts";

export type SavedEventsDeps = {
  dataFolder: string;
  config: Pick<Config, "STORE_MEMORY_MB">;
  /** For what the operator should know although the work goes on. */
  tell(sentence: string): void;
  signal: AbortSignal;
};

const MiB = 1024 * 1024;

// Both are opened without a log: what they would say of damage is told by the parts, in sentences and once.

export function savedJournal({ dataFolder, tell, signal }: SavedEventsDeps): BackupPart {
  const { journal: folder } = eventFolders(dataFolder);
  // Nothing is appended here; whatever else fails, fails where it is used.
  const open = () => openJournal({ folder, log: silentLog, onFatal: () => undefined });
  return journalPart({ folder, open, tell, signal });
}

export function savedStore({ dataFolder, config, tell, signal }: SavedEventsDeps): BackupPart {
  const { store: folder, journal: journalFolder } = eventFolders(dataFolder);
  const settings = { memoryBytesMax: config.STORE_MEMORY_MB * MiB };
  const open = () => openDuckdbStore({ folder, log: silentLog, settings });
  return storePart({ folder, journalFolder, open, tell, signal });
}
