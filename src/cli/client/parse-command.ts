import { readFileSync } from "node:fs";
import { parseJson } from "../../platform/parse-json.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Command, Flag } from "./command.ts";

/** What was typed, before anything is asked of the server. */
export type Call = {
  command: Command;
  args: Record<string, string>;
  body: Record<string, unknown>;
  query: Record<string, string>;
  options: Record<string, string | undefined>;
  json: boolean;
  help: boolean;
};

/** Flags every client command takes. */
export const COMMON_FLAGS = [
  "url",
  "credentials",
  "data-dir",
  "organization",
  "project",
  "workspace",
] as const;

export function parseCommand(commands: readonly Command[], words: readonly string[]): Result<Call, string> {
  const command = longestMatch(commands, words);
  if (command === undefined) {
    return fail(
      `'${words.filter((word) => !word.startsWith("-")).join(" ")}' is not a command; 'tributary help' lists them.`,
    );
  }
  const call: Call = { command, args: {}, body: {}, query: {}, options: {}, json: false, help: false };
  const rest = words.slice(command.words.split(" ").length);
  const positional = [...(command.args ?? [])];
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index] ?? "";
    if (!word.startsWith("--") && word !== "-h") {
      const arg = positional.shift();
      if (arg === undefined) return fail(`'${word}' is one argument too many for '${command.words}'.`);
      call.args[arg.name] = word;
      continue;
    }
    const [name = "", ...after] = word.replace(/^--?/, "").split("=");
    if (name === "json") call.json = true;
    else if (name === "help" || name === "h") call.help = true;
    else {
      const flag = command.flags?.find((known) => known.name === name);
      const next = rest[index + 1];
      const bare = flag?.kind === "boolean" && (next === undefined || !["true", "false"].includes(next));
      const value = after.length > 0 ? after.join("=") : bare ? "true" : rest[++index];
      const outcome = take(call, name, flag, value);
      if (!outcome.ok) return outcome;
    }
  }
  return call.help ? ok(call) : complete(call, positional);
}

/** "audit-log project" must win over "audit-log". */
const longestMatch = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands
    .filter(({ words: own }) => own.split(" ").every((word, index) => words[index] === word))
    .sort((left, right) => right.words.length - left.words.length)[0];

function take(
  call: Call,
  name: string,
  flag: Flag | undefined,
  value: string | undefined,
): Result<undefined, string> {
  if (flag === undefined && !COMMON_FLAGS.some((common) => common === name)) {
    return fail(`'${call.command.words}' has no flag --${name}; --help lists its flags.`);
  }
  if (value === undefined || /^--[a-z]/.test(value)) return fail(`--${name} needs a value.`);
  if (flag === undefined) {
    call.options[name] = value;
    return ok(undefined);
  }
  const read = readValue(flag, value);
  if (!read.ok) return read;
  const key = flag.key ?? flag.name.replaceAll("-", "_");
  if (flag.place === "query") call.query[key] = String(read.value);
  else call.body[key] = read.value;
  return ok(undefined);
}

function readValue(flag: Flag, value: string): Result<unknown, string> {
  switch (flag.kind) {
    case "text":
      return ok(value);
    case "boolean":
      return value === "true" || value === "false"
        ? ok(value === "true")
        : fail(`--${flag.name} is true or false.`);
    case "integer":
      return /^-?\d+$/.test(value) ? ok(Number(value)) : fail(`--${flag.name} is a whole number.`);
    case "integers":
      return /^\d+(,\d+)*$/.test(value)
        ? ok(value.split(",").map(Number))
        : fail(`--${flag.name} takes whole numbers separated by commas.`);
    case "json-file":
      return readJsonFile(flag.name, value);
    case "text-file":
      return readTextFile(flag.name, value);
    case "grants":
      return /^\d+:[a-z]+(,\d+:[a-z]+)*$/.test(value)
        ? ok(value.split(",").map(toGrant))
        : fail(`--${flag.name} takes PROJECT:ROLE, several separated by commas.`);
  }
}

function readTextFile(flag: string, path: string): Result<string, string> {
  try {
    return ok(readFileSync(path, "utf8"));
  } catch (cause) {
    return fail(`--${flag} takes the path of a file: ${(cause as Error).message}.`);
  }
}

function readJsonFile(flag: string, path: string): Result<unknown, string> {
  try {
    return ok(parseJson(readFileSync(path, "utf8")));
  } catch (cause) {
    return fail(`--${flag} takes the path of a JSON file: ${(cause as Error).message}.`);
  }
}

function toGrant(text: string): { id: number; role: string | null } {
  const [id, role = ""] = text.split(":");
  return { id: Number(id), role: role === "none" ? null : role };
}

function complete(call: Call, missing: readonly { name: string; help: string }[]): Result<Call, string> {
  const [arg] = missing;
  if (arg) return fail(`'${call.command.words}' needs <${arg.name}>: ${arg.help}.`);
  for (const flag of call.command.flags ?? []) {
    const key = flag.key ?? flag.name.replaceAll("-", "_");
    const given = flag.place === "query" ? call.query : call.body;
    if (flag.required && !(key in given))
      return fail(`'${call.command.words}' needs --${flag.name}: ${flag.help}.`);
  }
  return ok(call);
}
