import { Ajv } from "ajv";
import { type FormatName, fullFormats } from "ajv-formats/dist/formats.js";
import type { PROPERTY_TYPES } from "../schemas/check-schema.ts";

export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** Says whether a value is what a property was declared to be. */
export type Judge = {
  /** Undefined: anything goes, as with a property that is dropped anyway. */
  readonly type: PropertyType | undefined;
  readonly format: string | undefined;
  fits(value: unknown): boolean;
};

/**
 * The formats of draft-07 that a value can be held against, and two that came later. Draft-07 lets others pass. `url` is not among
 * them: its pattern takes minutes for a text of 400 KB that somebody made for it.
 */
export const FORMATS: readonly FormatName[] = [
  ...(["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6"] as const),
  ...(["uri", "uri-reference", "uri-template", "json-pointer", "relative-json-pointer"] as const),
  ...(["regex", "uuid"] as const),
];
/** Nothing that has one of these formats is longer; looking through a mebibyte of blanks for a moment takes a sixth of a second. */
const MOMENT_MAX_CHARACTERS = 1000;
const MOMENTS = ["date-time", "date", "time", "duration"];

const ajv = new Ajv({ strict: false, logger: false });
for (const name of FORMATS) ajv.addFormat(name, fullFormats[name]);

const judges = new Map<string, Judge>();

/** One for each type and format, whoever declares it: a dictionary of a million properties has a dozen of these. */
export function judgeOf(type: PropertyType, format?: string): Judge {
  const known = type === "string" && FORMATS.find((name) => name === format);
  const key = known ? `${type} ${known}` : type;
  const judge = judges.get(key) ?? makeJudge(type, known || undefined);
  judges.set(key, judge);
  return judge;
}

function makeJudge(type: PropertyType, format: FormatName | undefined): Judge {
  const validate = ajv.compile(format === undefined ? { type } : { type, format });
  const isShort = (value: unknown) => typeof value !== "string" || value.length <= MOMENT_MAX_CHARACTERS;
  const isMoment = format !== undefined && MOMENTS.includes(format);
  return {
    type,
    format,
    fits: isMoment ? (value) => isShort(value) && validate(value) : (value) => validate(value),
  };
}

export const anything: Judge = { type: undefined, format: undefined, fits: () => true };
