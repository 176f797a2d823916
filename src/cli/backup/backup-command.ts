import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { describeWriteFailure, writeBackup } from "../../backup/index.ts";
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
  return runCommand(call.value.config, "Stopped. No backup was written.", (work) =>
    backUp(resolve(file.value), call.value, work),
  );
}

async function backUp(path: string, call: BackupCall, { log, closers, signal }: Work): Promise<number> {
  const startedAt = performance.now();
  const wanted = resolve(call.config.DATA_DIR);
  const refusal = await refuseTarget(path, wanted, call.config.DATABASE_URL !== undefined);
  if (refusal) return complain(refusal, 1);
  const folder = await openFolderOrFail(wanted);
  closers.add("data folder", folder.close);
  const pool = await openDatabase(call.config, folder.path, closers, log);
  await warnOfOtherNodes(pool);
  if (!call.json) process.stdout.write(`Backing up ${folder.path}\n`);
  const written = await writeBackup({
    path,
    force: call.force,
    parts: await backupParts(folder.path, () => Promise.resolve(pool), log),
    product: VERSION,
    clock: systemClock,
    randomness: systemRandomness,
    signal,
    onEntry: (entry) => void (call.json || process.stdout.write(entryLine(entry))),
  });
  if (!written.ok) return complain(describeWriteFailure(written.failure), 1);
  const { manifest, bytes } = written.value;
  const seconds = secondsSince(startedAt);
  process.stdout.write(
    call.json
      ? `${JSON.stringify({ status: "ok", file: path, bytes, seconds, ...manifest }, null, 2)}\n`
      : `Wrote ${path}: ${bytesText(bytes)}, ${countOf(totalRows(manifest.entries), "row")}, ${seconds} s. It holds secrets: keep it private.\n`,
  );
  return 0;
}

/** A first start must not happen on the way, nor the backup lie in what it saves. */
async function refuseTarget(
  path: string,
  folder: string,
  hasOwnDatabase: boolean,
): Promise<string | undefined> {
  const used = hasOwnDatabase ? "version.json" : "postgres";
  if (!(await stat(join(folder, used)).catch(() => undefined))) {
    return `There is no data folder of Tributary at ${folder}${hasOwnDatabase ? "" : " with a database in it"}. Name the one to back up with --data-dir${hasOwnDatabase ? "" : ", and its DATABASE_URL if it has one"}.`;
  }
  if (!relative(folder, dirname(path)).startsWith("..")) {
    return `${path} lies in the data folder that it would save. Choose a place outside of it, best on another disk.`;
  }
  return undefined;
}
