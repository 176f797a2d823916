import type { Pool } from "pg";
import { type BackupPart, controlPart, filesPart } from "../../backup/index.ts";
import { readSchemaSteps } from "../../platform/control-db/index.ts";
import type { Log } from "../../platform/log.ts";

/** Everything the server keeps. The control database comes last: its commit is what other machines can see of a restore. */
export const backupParts = async (
  dataFolder: string,
  connect: () => Promise<Pool>,
  log: Log,
): Promise<BackupPart[]> => [
  filesPart(dataFolder),
  controlPart({ connect, steps: await readSchemaSteps(), log }),
];
