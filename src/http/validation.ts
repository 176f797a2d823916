import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Format } from "typebox/format";
import { Value } from "typebox/value";
import { createErrorFinder, type ValidationError } from "./find-errors.ts";
import { HttpFailure } from "./http-failure.ts";

// The format alone lets pass what no calendar holds, such as a 60th second.
Format.Set("date-time", (value) => Format.IsDateTime(value) && !Number.isNaN(Date.parse(value)));

// Nor does a calendar have a year 0; the database refuses it.
Format.Set("date", (value) => Format.IsDate(value) && !value.startsWith("0000"));

export type Check = (value: unknown) => void;

/** Compiles a schema once; the check it gives throws a 400 that names the field and what was expected there. */
export function compileCheck(schema: TSchema, place: "body" | "query"): Check {
  const validator = Compile(schema);
  const findErrors = createErrorFinder(schema, (value) => validator.Errors(value) as ValidationError[]);
  return (value) => {
    if (validator.Check(value)) return;
    const type = place === "body" ? "invalid_body" : "invalid_query";
    const unknown = unknownKey(schema, value);
    if (unknown !== undefined)
      throw new HttpFailure(400, type, `${unknown}: ${UNKNOWN_KEY}.`, { field: unknown });
    const errors = findErrors(value);
    const [first] = errors.filter((error) => error.keyword === "additionalProperties").concat(errors);
    const where = first === undefined ? place : fieldOf(first) || place;
    throw new HttpFailure(400, type, `${where}: ${sentence(first, errors)}`, { field: where });
  };
}

const UNKNOWN_KEY = "is not a known key; remove it";

/** Looked for first: the list of errors of an object with 80,000 unknown keys takes 0.1 s. */
function unknownKey(schema: TSchema, value: unknown): string | undefined {
  const { properties, additionalProperties } = schema as {
    properties?: object;
    additionalProperties?: unknown;
  };
  if (properties === undefined || additionalProperties !== false) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  for (const key in value) if (!Object.hasOwn(properties, key)) return key;
  return undefined;
}

/** Query values arrive as text; numbers and booleans are read from it where the schema wants them. */
export const convertQuery = (schema: TSchema, query: unknown): unknown => Value.Convert(schema, query);

/** `/entries/3/name` → `entries[3].name` */
function fieldOf(error: ValidationError): string {
  const parts = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const extra = namesIn(error.params, "additionalProperties") ?? namesIn(error.params, "requiredProperties");
  const [first] = extra ?? [];
  if (first !== undefined && parts.at(-1) !== first) parts.push(first);
  return parts.reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`;
    return path === "" ? part : `${path}.${part}`;
  }, "");
}

/** A union reports every branch that failed; together they say what would have been right. */
function sentence(error: ValidationError | undefined, errors: readonly ValidationError[]): string {
  if (error === undefined) return "does not fit the schema.";
  const isUnion = errors.some(
    (other) => other.keyword === "anyOf" && other.instancePath === error.instancePath,
  );
  const branches = isUnion
    ? errors.filter((other) => other.instancePath === error.instancePath && other.keyword !== "anyOf")
    : [error];
  const wishes = [...new Set(branches.map(wish))];
  return `${wishes.join(" or ").replaceAll(" or must be ", " or ")}.`;
}

/** Patterns of ours in words. */
const SAID_PATTERNS: Record<string, string> = {
  "\\S": "must not be blank",
  "^[^\\s@]+@[^\\s@]+$": "must be an e-mail address",
  "^[^@]*@[^@]*$": "must be an e-mail address",
};

const SAID_FORMATS: Record<string, string> = {
  date: "must be a day such as 2026-01-31",
  "date-time": "must be a moment such as 2026-01-31T12:00:00Z",
};

function wish(error: ValidationError): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return UNKNOWN_KEY;
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case "enum":
      return `must be ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(" or ")}`;
    case "pattern":
      return SAID_PATTERNS[String(params.pattern)] ?? error.message;
    case "format":
      return SAID_FORMATS[String(params.format)] ?? `must be of the format ${String(params.format)}`;
    default:
      return error.message;
  }
}

function namesIn(params: object, key: string): string[] | undefined {
  const value = (params as Record<string, unknown>)[key];
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : undefined;
}
