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

/** The journal and, after it, the store that was made from it. */
export function savedEvents({ dataFolder, config, tell, signal }: SavedEventsDeps): [BackupPart, BackupPart] {
  const { journal, store } = eventFolders(dataFolder);
  // Both are opened without a log: what they would say of damage is told by the parts, in sentences and once.
  const log = silentLog;
  const settings = { memoryBytesMax: config.STORE_MEMORY_MB * MiB };
  let position: number | undefined;
  return [
    journalPart({
      folder: journal,
      // Nothing is appended here; what else may fail, fails where it is used.
      open: () => openJournal({ folder: journal, log, onFatal: () => undefined }),
      onPosition: (reached) => {
        position = reached;
      },
      tell,
      signal,
    }),
    storePart({
      folder: store,
      journalFolder: journal,
      journalPosition: () => position,
      open: () => openDuckdbStore({ folder: store, log, settings }),
      tell,
      signal,
    }),
  ];
}
