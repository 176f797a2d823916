import { type Config, describeConfigFailure, readConfig } from "../../platform/config/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";

export type BackupCall = {
  /** What is not a flag. */
  words: readonly string[];
  force: boolean;
  json: boolean;
  help: boolean;
  config: Config;
};

/** Our own flags are switches; every setting of `start` takes a value and means what it means there. */
export function parseWords(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Result<BackupCall, string> {
  const switches = { force: false, json: false, help: false };
  const words: string[] = [];
  const settings: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (word === "--force" || word === "--json" || word === "--help") {
      switches[word === "--force" ? "force" : word === "--json" ? "json" : "help"] = true;
    } else if (word === "-h") switches.help = true;
    else if (!word.startsWith("--")) words.push(word);
    else settings.push(word, ...(word.includes("=") ? [] : args.slice(++index, index + 1)));
  }
  const config = readConfig(environment, settings);
  if (!config.ok) return fail(config.failure.map(describeConfigFailure).join("\n"));
  return ok({ words, ...switches, config: config.value });
}

/** The one file that a command is about. */
export function fileIn(words: readonly string[], command: string): Result<string, string> {
  const [file, extra] = words;
  if (file === undefined) return fail(`'${command}' needs <file>; --help explains it.`);
  if (extra !== undefined) return fail(`'${extra}' is one argument too many for '${command}'.`);
  if (file === "-") return fail(`'${command}' works on a file, not on a stream: name one.`);
  return ok(file);
}
