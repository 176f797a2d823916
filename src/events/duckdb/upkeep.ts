import type { ReachStore } from "./crash-points.ts";
import { logBytes, type ProjectFile, tryCheckpoint } from "./project-file.ts";
import { settledPosition } from "./project-state.ts";
import { readNumber } from "./read-rows.ts";
import type { DuckdbSettings } from "./settings.ts";
import { forgetLosers } from "./settle-copies.ts";
import { foldSettlements } from "./tally.ts";

export const logIsLong = async (file: ProjectFile, { logBytesMax }: DuckdbSettings): Promise<boolean> =>
  (await logBytes(file)) > logBytesMax;

/** Removes what no lane needs any more, and folds the log into the file. The caller holds the file's lock. */
export async function foldLog(
  file: ProjectFile,
  { lanes }: DuckdbSettings,
  reach: ReachStore,
): Promise<void> {
  const { writer, state } = file;
  const settled = settledPosition(state, lanes);
  await forgetLosers({ writer, catalog: state.catalog, settled });
  if (state.erasures > 0) {
    await writer.run(`delete from erasures where "position" <= ${settled}`);
    state.erasures = await readNumber(writer, "select count(*) from erasures");
  }
  await foldSettlements(writer);
  reach("store.before_checkpoint");
  await tryCheckpoint(file);
  reach("store.checkpoint");
}
