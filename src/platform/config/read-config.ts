import { fail, ok, type Result } from "../result.ts";
import type { Setting } from "./setting.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

type ValueOf<Declared> = Declared extends Setting<infer Value> ? Value : never;

/** Settings that always have a value, and those that may be absent. */
export type Config = {
  readonly [Name in SettingName]:
    | ValueOf<(typeof SETTINGS)[Name]>
    | (Name extends MayBeAbsent ? undefined : never);
};
type MayBeAbsent =
  | "PUBLIC_URL"
  | "DATABASE_URL"
  | "SECRET_KEY"
  | "BOOTSTRAP_SERVICE_ACCOUNT"
  | "BOOTSTRAP_PROJECT_TOKEN"
  | "BOOTSTRAP_ADMIN";

/** Settings that are spoken for, by parts that are not built yet. Ignoring one would let somebody believe it works. */
const NOT_YET = ["CLICKHOUSE_URL"] as const;

export type ConfigFailure =
  | { code: "not_yet"; name: (typeof NOT_YET)[number] }
  | { code: "wrong_value"; name: SettingName; given: string | undefined; expected: string }
  | { code: "unknown_flag"; flag: string }
  | { code: "flag_without_value"; flag: string; expected: string };

export const flagOf = (name: SettingName): string => `--${name.toLowerCase().replaceAll("_", "-")}`;
const names = Object.keys(SETTINGS) as SettingName[];
const nameOfFlag = new Map(names.map((name) => [flagOf(name), name]));

/** The one place that reads the environment and the flags. Every fault is reported, not only the first. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: readonly string[],
): Result<Config, ConfigFailure[]> {
  const failures: ConfigFailure[] = [];
  const given = readFlags(flags, failures);
  const config: Record<string, unknown> = {};
  for (const name of names) {
    const setting: Setting<unknown> = SETTINGS[name];
    const raw = given.get(name) ?? nonEmpty(environment[name]) ?? setting.preset;
    if (raw === undefined) continue;
    const value = setting.parse(raw);
    config[name] = value;
    if (value === undefined) {
      failures.push({
        code: "wrong_value",
        name,
        given: setting.secret ? undefined : raw,
        expected: setting.expected,
      });
    }
  }
  for (const name of NOT_YET)
    if (nonEmpty(environment[name]) !== undefined) failures.push({ code: "not_yet", name });
  return failures.length > 0 ? fail(failures) : ok(config as Config);
}

/** Compose files and shells often hand over `NAME=` for "not set". */
const nonEmpty = (value: string | undefined): string | undefined => (value === "" ? undefined : value);

function readFlags(flags: readonly string[], failures: ConfigFailure[]): Map<SettingName, string> {
  const given = new Map<SettingName, string>();
  for (let index = 0; index < flags.length; index += 1) {
    const word = flags[index] ?? "";
    const equals = word.indexOf("=");
    const flag = equals < 0 ? word : word.slice(0, equals);
    const name = nameOfFlag.get(flag);
    if (name === undefined) {
      // What follows may be the secret that was meant for the flag; it is not repeated.
      failures.push({ code: "unknown_flag", flag: flag.startsWith("--") ? flag : "a word without --" });
      if (equals < 0 && flag.startsWith("--") && !(flags[index + 1] ?? "--").startsWith("--")) index += 1;
      continue;
    }
    const value = equals < 0 ? flags[++index] : word.slice(equals + 1);
    if (value === undefined)
      failures.push({ code: "flag_without_value", flag, expected: SETTINGS[name].expected });
    else given.set(name, value);
  }
  return given;
}

export function describeConfigFailure(failure: ConfigFailure): string {
  switch (failure.code) {
    case "wrong_value": {
      const shown = failure.given === undefined ? "the value given" : `'${failure.given}'`;
      return `${failure.name} (${flagOf(failure.name)}): ${shown} does not fit; expected ${failure.expected}.`;
    }
    case "not_yet":
      return `${failure.name} is set, and this version has no use for it yet. Take it away to start.`;
    case "unknown_flag":
      return failure.flag.startsWith("--")
        ? `'${failure.flag}' is not a setting; --help lists them all.`
        : "A setting begins with --, such as --port 8080; --help lists them all.";
    case "flag_without_value":
      return `${failure.flag} needs a value: ${failure.expected}.`;
  }
}
