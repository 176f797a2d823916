import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../log.ts";
import { findNativeFolder } from "./native-tree.ts";
import { type ProgramEnd, runProgram } from "./run-program.ts";
import { copyRuntime } from "./runtime-copy.ts";
import { ensureLinks } from "./runtime-links.ts";
import { hintFor, PostgresStartError } from "./start-error.ts";
import type { RunAs } from "./types.ts";

type RuntimeOptions = {
  dataFolder: string;
  log: Log;
  runAs: RunAs | undefined;
  nativeFolder?: string;
  runtimeParents?: readonly string[];
};

/**
 * A tree with bin, lib and share that the chosen user can really run: the installed one when possible, else a copy.
 * A copy is needed when the clone lies where only root may go (/root) and Postgres runs as somebody else, and when we may not
 * add the library links because node_modules belongs to another user. Which of the two it is gets tried, not worked out:
 * modes, ACLs, mount options and security modules all have a say.
 */
export async function prepareRuntime({
  dataFolder,
  log,
  runAs,
  nativeFolder = findNativeFolder(),
  runtimeParents = copyParents(dataFolder, runAs),
}: RuntimeOptions): Promise<string> {
  const linked = await ensureLinks(nativeFolder);
  let trial = await tryRuntime(nativeFolder, runAs);
  if (trial.code === 0) return nativeFolder;
  // As ourselves with all links in place, or as a root that may not become another user, a copy would fail the same way.
  if ((!runAs && linked) || /spawn (EPERM|EINVAL)/.test(trial.output)) throw cannotRun(nativeFolder, trial);

  for (const parent of runtimeParents) {
    try {
      const runtime = await copyRuntime(nativeFolder, parent);
      trial = await tryRuntime(runtime, runAs);
      if (trial.code !== 0) continue;
      log.debug({ runtime }, "Postgres runs from a copy, as the installed one is out of its user's reach");
      return runtime;
    } catch (error) {
      trial = { code: null, output: `${parent}: ${error instanceof Error ? error.message : String(error)}` };
    }
  }
  throw cannotRun(nativeFolder, trial);
}

/** Our own data folder is closed to the other user; what root may share lasts longest in /var/lib. */
const copyParents = (dataFolder: string, runAs: RunAs | undefined): readonly string[] =>
  runAs
    ? ["/var/lib/tributary/runtime", join(tmpdir(), "tributary-runtime"), "/tmp/tributary-runtime"]
    : [join(dataFolder, "runtime")];

const tryRuntime = (runtime: string, runAs: RunAs | undefined): Promise<ProgramEnd> =>
  runProgram(join(runtime, "bin", "postgres"), ["--version"], { runAs });

const cannotRun = (native: string, trial: ProgramEnd): PostgresStartError =>
  new PostgresStartError(
    `The Postgres in ${native} does not run here. ${hintFor(trial.output)}`,
    trial.output,
  );
