import { resolve } from "node:path";
import { parseWords } from "../backup/parse-words.ts";
import { complain, runCommand } from "../backup/run-command.ts";
import { STORE_HELP } from "./help.ts";
import { purgeFreed } from "./purge-freed.ts";
import { rebuildStore } from "./rebuild-store.ts";

/** `store rebuild [<project>]`, `store purge`. */
export async function storeCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const call = parseWords(args, environment);
  if (!call.ok) return complain(call.failure, 2);
  const { words, help, json, force, config } = call.value;
  if (help) {
    process.stdout.write(STORE_HELP);
    return 0;
  }
  const [verb, project, extra] = words;
  if (verb !== "rebuild" && verb !== "purge")
    return complain(`'store' takes 'rebuild' or 'purge', not '${verb ?? ""}'; --help explains them.`, 2);
  const tooMany = verb === "purge" ? project : extra;
  if (tooMany !== undefined) return complain(`'${tooMany}' is one argument too many for 'store ${verb}'.`, 2);
  if (project !== undefined && !/^\d{1,10}$/.test(project)) {
    return complain(`<project> is the number of a project, not '${project}'.`, 2);
  }
  const projectId = project === undefined ? undefined : Number(project);
  const stopped = "Stopped. What is missing is loaded when the server starts.";
  return runCommand(call.value, stopped, (work) =>
    (verb === "purge" ? purgeFreed : rebuildStore)(
      { folder: resolve(config.DATA_DIR), projectId, config, force, json },
      work,
    ),
  );
}
