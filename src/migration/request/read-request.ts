import { fail, ok, type Result } from "../../platform/result.ts";
import type { Origin } from "../origin.ts";
import type { Credentials, JobOptions, Range } from "../types.ts";
import { readRange } from "./dates.ts";

export type MigrationRequest = Range & {
  credentials: Credentials;
  token: string;
  dryRun: boolean;
  region: string;
  options: JobOptions;
  /** As they were given: the same request means the same range. */
  dates: { start: string | null; end: string | null };
  warnings: string[];
};

export type RequestFailure = { field: string; message: string };

const KEY_MAX = 512;
const SECRET_MAX = 16_384;
const REGIONS = ["US", "EU", "IN"];
const NAME_MAX = 255;
const KNOWN = new Set([
  ...[
    "SOURCE_API_KEY",
    "SOURCE_API_SECRET",
    "PROJECT_TOKEN",
    "MIXPANEL_TOKEN",
    "START_DATE",
    "END_DATE",
    "DRY_RUN",
    "REGION",
  ],
  ...["ALLOW_OVER_LIMIT", "EVENTS_ONLY", "PROFILES_ONLY", "USER_ID_PROPERTY", "MAP_EXPERIMENTS"],
]);

type Body = Record<string, unknown>;
type Read<Value> = Result<Value, RequestFailure>;

/** What somebody asks for, field by field: the first that is wrong is named, with what it should be. */
export function readRequest(body: unknown, origin: Origin, nowMs: number): Read<MigrationRequest> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return fail({ field: "", message: "the body must be a JSON object" });
  const given = body as Body;
  const credentials = readCredentials(given, origin.tool);
  if (!credentials.ok) return credentials;
  const token = readText(given, "PROJECT_TOKEN", "MIXPANEL_TOKEN", KEY_MAX);
  if (!token.ok) return token;
  const options = readOptions(given);
  if (!options.ok) return options;
  const dryRun = readFlag(given, "DRY_RUN");
  if (!dryRun.ok) return dryRun;
  const region = readRegion(given.REGION);
  if (!region.ok) return region;
  const range = readDates(given, origin, nowMs);
  if (!range.ok) return range;
  const tool = origin.tool.toUpperCase();
  const unknown = Object.keys(given).filter(
    (name) => !KNOWN.has(name) && name !== `${tool}_API_KEY` && name !== `${tool}_API_SECRET`,
  );
  return ok({
    ...range.value,
    credentials: credentials.value,
    token: token.value,
    dryRun: dryRun.value,
    region: region.value,
    options: options.value,
    dates: { start: textOrNull(given.START_DATE), end: textOrNull(given.END_DATE) },
    warnings: unknown.map((name) => `the field '${name.slice(0, 100)}' is not known and was ignored`),
  });
}

export function readCredentials(given: Body, tool: string): Read<Credentials> {
  const own = tool.toUpperCase();
  const key = readText(given, "SOURCE_API_KEY", `${own}_API_KEY`, KEY_MAX);
  if (!key.ok) return key;
  const secret = readText(given, "SOURCE_API_SECRET", `${own}_API_SECRET`, SECRET_MAX);
  return secret.ok ? ok({ key: key.value, secret: secret.value }) : secret;
}

function readText(given: Body, name: string, alias: string, most: number): Read<string> {
  const value = given[name] ?? given[alias];
  if (value === undefined || value === null) return fail({ field: name, message: "is required" });
  if (typeof value !== "string") return fail({ field: name, message: "must be a string" });
  const text = value.trim();
  if (text === "") return fail({ field: name, message: "must not be empty" });
  return text.length > most
    ? fail({ field: name, message: `must have at most ${most} characters` })
    : ok(text);
}

/** Shells send `"true"`. */
export function readFlag(given: Body, name: string): Read<boolean> {
  const value = given[name] ?? false;
  if (typeof value === "boolean") return ok(value);
  if (value === "true" || value === "false") return ok(value === "true");
  return fail({ field: name, message: "must be true or false" });
}

function readRegion(value: unknown): Read<string> {
  if (value === undefined || value === null) return ok("US");
  const region = typeof value === "string" ? value.trim().toUpperCase() : "";
  return REGIONS.includes(region)
    ? ok(region)
    : fail({ field: "REGION", message: `must be one of ${REGIONS.join(", ")}` });
}

function readOptions(given: Body): Read<JobOptions> {
  const flags: Record<string, boolean> = {};
  for (const name of ["EVENTS_ONLY", "PROFILES_ONLY", "ALLOW_OVER_LIMIT", "MAP_EXPERIMENTS"]) {
    const flag = readFlag(given, name);
    if (!flag.ok) return flag;
    flags[name] = flag.value;
  }
  if (flags.EVENTS_ONLY && flags.PROFILES_ONLY)
    return fail({ field: "PROFILES_ONLY", message: "must not be true together with EVENTS_ONLY" });
  const name = given.USER_ID_PROPERTY ?? null;
  if (name !== null && (typeof name !== "string" || name === "" || name.length > NAME_MAX))
    return fail({
      field: "USER_ID_PROPERTY",
      message: `must be the name of a field or user property, at most ${NAME_MAX} characters`,
    });
  return ok({
    eventsOnly: flags.EVENTS_ONLY === true,
    profilesOnly: flags.PROFILES_ONLY === true,
    allowOverLimit: flags.ALLOW_OVER_LIMIT === true,
    mapExperiments: flags.MAP_EXPERIMENTS === true,
    userIdProperty: name,
  });
}

const textOrNull = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

function readDates(given: Body, origin: Origin, nowMs: number): Read<Range> {
  const dates: { start?: string; end?: string } = {};
  for (const [name, field] of [
    ["start", "START_DATE"],
    ["end", "END_DATE"],
  ] as const) {
    const value = given[field];
    if (value === undefined || value === null || value === "") continue;
    if (typeof value !== "string") return fail({ field, message: "must be a string, YYYY-MM-DD" });
    dates[name] = value.trim();
  }
  return readRange({ start: dates.start, end: dates.end }, nowMs, origin.delayMs);
}
