import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { describeWriteFailure, hasUnfinishedRestore, writeBackup } from "../../backup/index.ts";
import { systemClock } from "../../platform/clock.ts";
import { systemRandomness } from "../../platform/secrets.ts";
import { openFolderOrFail } from "../serve/open-folder.ts";
import { VERSION } from "../version.ts";
import { BACKUP_HELP } from "./help.ts";
import { openDatabase } from "./open-database.ts";
import { warnOfOtherNodes } from "./other-nodes.ts";
import { type BackupCall, fileIn, parseWords } from "./parse-words.ts";
import { backupParts } from "./parts.ts";
import { bytesText, countOf, entryLine, secondsSince, totalRows } from "./print.ts";
import { complain, runCommand, type Work } from "./run-command.ts";
import { createTeller } from "./tell.ts";
import { verifyFile } from "./verify-file.ts";

/** `backup <file>` and `backup verify <file>`. */
export async function backupCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const call = parseWords(args, environment);
  if (!call.ok) return complain(call.failure, 2);
  if (call.value.help) {
    process.stdout.write(BACKUP_HELP);
    return 0;
  }
  const [first, ...rest] = call.value.words;
  const file = first === "verify" ? fileIn(rest, "backup verify") : fileIn(call.value.words, "backup");
  if (!file.ok) return complain(file.failure, 2);
  if (first === "verify") return verifyFile(resolve(file.value), call.value.json);
  return runCommand(call.value, "Stopped. No backup was written.", (work) =>
    backUp(resolve(file.value), call.value, work),
  );
}

async function backUp(path: string, call: BackupCall, { log, closers, signal }: Work): Promise<number> {
  const startedAt = performance.now();
  const wanted = resolve(call.config.DATA_DIR);
  const refusal = await refuseSource(wanted, call.config.DATABASE_URL !== undefined);
  if (refusal) return complain(refusal, 1, call.json);
  if (!relative(wanted, dirname(path)).startsWith("..")) {
    const remedy = "Choose a place outside of it, best on another disk.";
    return complain(`${path} lies in the data folder that it would save. ${remedy}`, 1, call.json);
  }
  const folder = await openFolderOrFail(wanted);
  closers.add("data folder", folder.close);
  const pool = await openDatabase(call.config, folder.path, closers, log);
  const teller = createTeller(call);
  const { warn: tell, warnings } = teller;
  await warnOfOtherNodes(pool, tell);
  if (!call.json) process.stdout.write(`Backing up ${folder.path}\n`);
  const { config } = call;
  const connect = () => Promise.resolve(pool);
  const written = await writeBackup({
    path,
    force: call.force,
    parts: await backupParts({ dataFolder: folder.path, config, connect, log, tell, signal }),
    product: VERSION,
    clock: systemClock,
    randomness: systemRandomness,
    signal,
    onProgress: teller.progress,
    onEntry: (entry) => void (call.json || process.stdout.write(entryLine(entry))),
  });
  if (!written.ok) return complain(describeWriteFailure(written.failure), 1, call.json);
  const { manifest, bytes } = written.value;
  const seconds = secondsSince(startedAt);
  process.stdout.write(
    call.json
      ? `${JSON.stringify({ status: "ok", file: path, bytes, seconds, warnings, ...manifest }, null, 2)}\n`
      : `Wrote ${path}: ${bytesText(bytes)}, ${countOf(totalRows(manifest.entries), "row")}, ${seconds} s. It holds secrets: keep it private.\n`,
  );
  return 0;
}

/** Opening a folder that is not there would make it, and a first start must not happen on the way to a backup. */
async function refuseSource(folder: string, hasOwnDatabase: boolean): Promise<string | undefined> {
  const sign = hasOwnDatabase ? "version.json" : "postgres";
  const isThere = await stat(join(folder, sign)).catch(() => undefined);
  // Half of a restore is refused when it is opened, with a better reason.
  if (isThere || (await hasUnfinishedRestore(folder))) return undefined;
  return hasOwnDatabase
    ? `There is no data folder of Tributary at ${folder}. Name the one to back up with --data-dir.`
    : `There is no data folder of Tributary with a database in it at ${folder}. Name the one to back up with --data-dir, and its DATABASE_URL if it has one.`;
}
