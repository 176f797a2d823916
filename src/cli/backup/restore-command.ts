import { resolve } from "node:path";
import {
  type Archive,
  checkRestore,
  describeArchiveFailure,
  describeRestoreFailure,
  openArchive,
  restoreBackup,
} from "../../backup/index.ts";
import type { Config } from "../../platform/config/index.ts";
import { systemRandomness } from "../../platform/secrets.ts";
import { takeFolderOrFail } from "../serve/open-folder.ts";
import { RESTORE_HELP } from "./help.ts";
import { openDatabase } from "./open-database.ts";
import { type BackupCall, fileIn, parseWords } from "./parse-words.ts";
import { backupParts } from "./parts.ts";
import { bytesText, countOf, secondsSince, totalRows } from "./print.ts";
import { complain, runCommand, type Work } from "./run-command.ts";
import { createTeller, type Teller } from "./tell.ts";

/** `restore <file>` */
export async function restoreCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const call = parseWords(args, environment);
  if (!call.ok) return complain(call.failure, 2);
  if (call.value.help) {
    process.stdout.write(RESTORE_HELP);
    return 0;
  }
  if (call.value.force) return complain("'restore' has no flag --force: it never overwrites data.", 2);
  const file = fileIn(call.value.words, "restore");
  if (!file.ok) return complain(file.failure, 2);
  const whenStopped =
    "Stopped half-way. Run the same restore again; until then no server starts on this folder.";
  return runCommand(call.value, whenStopped, (work) => restore(resolve(file.value), call.value, work));
}

async function restore(path: string, call: BackupCall, work: Work): Promise<number> {
  const startedAt = performance.now();
  const teller = createTeller(call);
  const opened = await openArchive(path, { signal: work.signal, onProgress: teller.progress });
  if (!opened.ok) return complain(describeArchiveFailure(opened.failure), 1, call.json);
  const archive = opened.value;
  work.closers.add("backup file", archive.close);
  if (!call.json) {
    const { createdAt, product } = archive.manifest;
    process.stdout.write(`${path} is whole: written at ${createdAt} by Tributary ${product}\n`);
  }
  const restored = await restoreInto(resolve(call.config.DATA_DIR), archive, call.config, work, teller);
  if (!restored.ok) return complain(describeRestoreFailure(restored.failure), 1, call.json);
  const { bytes, manifest } = archive;
  const [rows, seconds] = [totalRows(manifest.entries), secondsSince(startedAt)];
  const dataFolder = resolve(call.config.DATA_DIR);
  const { warnings } = teller;
  process.stdout.write(
    call.json
      ? `${JSON.stringify({ status: "ok", file: path, dataFolder, bytes, rows, seconds, warnings, ...manifest }, null, 2)}\n`
      : `Restored ${countOf(rows, "row")} from ${bytesText(bytes)} into ${dataFolder} in ${seconds} s. Start the server as before.\n`,
  );
  return 0;
}

async function restoreInto(
  dataFolder: string,
  archive: Archive,
  config: Config,
  work: Work,
  { warn: tell, progress: onProgress }: Teller,
) {
  const { closers, log, signal } = work;
  let database: ReturnType<typeof openDatabase> | undefined;
  const connect = () => {
    database ??= openDatabase(config, dataFolder, closers, log);
    return database;
  };
  const parts = await backupParts({ dataFolder, config, connect, log, tell, signal });
  const checked = await checkRestore({ archive, parts }, dataFolder);
  if (!checked.ok) return checked;
  signal.throwIfAborted();
  const folder = await takeFolderOrFail(dataFolder);
  closers.add("data folder", folder.close);
  return restoreBackup({ archive, parts, randomness: systemRandomness, signal, onProgress }, folder.path);
}
