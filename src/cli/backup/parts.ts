import type { Pool } from "pg";
import { type BackupPart, controlPart, filesPart, folderPart } from "../../backup/index.ts";
import { readSchemaSteps } from "../../platform/control-db/index.ts";
import type { Log } from "../../platform/log.ts";
import { eventFolders } from "../serve/open-event-parts.ts";
import { type SavedEventsDeps, savedEvents } from "./event-parts.ts";

export type PartsDeps = SavedEventsDeps & {
  /** Opens the control database at first use. */
  connect: () => Promise<Pool>;
  log: Log;
};

/**
 * Everything the server keeps. The journal comes before the store: where a restored store file fails, the journal is what it will be
 * made from. The control database comes last: its commit is what other machines can see of a restore.
 */
export async function backupParts(deps: PartsDeps): Promise<BackupPart[]> {
  const { connect, log } = deps;
  const { catalogs, loader } = eventFolders(deps.dataFolder);
  const [journal, store] = savedEvents(deps);
  return [
    filesPart(deps.dataFolder),
    journal,
    folderPart({ name: "catalogs", folder: catalogs, files: /^\d+\.json$/ }),
    folderPart({ name: "loader", folder: loader, files: /^(progress|set-aside)\.json$/ }),
    store,
    controlPart({ connect, steps: await readSchemaSteps(), log }),
  ];
}
