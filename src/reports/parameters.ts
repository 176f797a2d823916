import { fail, ok, type Result } from "../platform/result.ts";

/** A parameter of the query that does not fit. The reason is a whole sentence part that begins with its name. */
export type ParameterFailure = { code: "invalid_parameter"; parameter: string; reason: string };

export type Parameters = Readonly<Record<string, string>>;

export const refuseParameter = (parameter: string, said: string): { ok: false; failure: ParameterFailure } =>
  fail({ code: "invalid_parameter", parameter, reason: `${parameter} ${said}` });

/** Absent and empty are the same: clients send the parameters they do not use as `where=`. */
export const given = (query: Parameters, name: string): string | undefined => query[name] || undefined;

export function readLimit(
  query: Parameters,
  { most, otherwise }: { most: number; otherwise: number },
): Result<number, ParameterFailure> {
  const text = given(query, "limit");
  if (text === undefined) return ok(otherwise);
  const limit = Number(text);
  return /^\d{1,15}$/.test(text) && limit >= 1 && limit <= most
    ? ok(limit)
    : refuseParameter("limit", `must be a whole number from 1 to ${most}`);
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

export function readFlag(query: Parameters, name: string): Result<boolean, ParameterFailure> {
  const text = given(query, name);
  if (text === undefined) return ok(false);
  const flag = FLAGS.get(text.toLowerCase());
  return flag === undefined ? refuseParameter(name, "must be true or false") : ok(flag);
}

/** Event names as a JSON array or, as clients send it too, one name as it is. Undefined: all events. */
export function readEventNames(query: Parameters): Result<string[] | undefined, ParameterFailure> {
  const text = given(query, "event")?.trim();
  if (text === undefined || text === "") return ok(undefined);
  if (!text.startsWith("[") && !text.startsWith('"')) return ok([text]);
  const names = parseJson(text);
  const list = typeof names === "string" ? [names] : names;
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string"))
    return refuseParameter("event", 'must be a JSON array of names such as ["Purchase"], or one name');
  return list.length === 0
    ? refuseParameter("event", "names no event; leave it out for all events")
    : ok([...new Set<string>(list)]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
