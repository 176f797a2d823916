import { isRawJson } from "../../platform/raw-json.ts";
import type { JsonObject, Schema } from "../schemas/types.ts";
import { anything, type Judge, judgeOf, type PropertyType } from "./judge.ts";
import { isServerOwn } from "./server-properties.ts";

/** The keywords of draft-07 that an event can fail, by which violations are counted. */
export const VIOLATION_KINDS = ["type", "format", "required", "additionalProperties"] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

/** `message` says what would fit, such as `must be number`. */
export type Violation = { property: string; kind: ViolationKind; message: string };

/** Read when the first such event comes: most of a large dictionary is about events that are rare. */
type Declared = { judges: ReadonlyMap<string, Judge>; required: readonly string[]; isClosed: boolean };
type Kept = {
  types: [name: string, type: PropertyType | null, format?: string][];
  required: string[];
  isClosed: boolean;
};

/**
 * What the dictionary declares of one event, ready to be held against records. Reads `type` and `format` of properties, `required`
 * and `additionalProperties`; no other keyword. Names are compared here and values by ajv, one validator for each type and format:
 * one for each schema would take 20 ms to make and 100 KB to keep, times thousands of events.
 */
export class EventChecks {
  /** As text until it is needed: a million properties as objects would have to be looked at by each collection of garbage. */
  readonly #text: string;
  #declared: Declared | undefined;

  constructor({ keys, properties = {} }: Pick<Schema, "keys" | "properties">) {
    const kept: Kept = {
      types: Object.entries(properties).map(([name, { definition, metadata }]) => {
        // What is dropped anyway may be anything, and may be missing.
        if (metadata.dropped === true) return [name, null];
        const { type, format } = definition as { type: PropertyType; format?: string };
        return format === undefined ? [name, type] : [name, type, format];
      }),
      required: Array.isArray(keys.required) ? [...new Set<string>(keys.required)] : [],
      isClosed: keys.additionalProperties === false,
    };
    this.#text = JSON.stringify(kept);
  }

  /** How much it holds in memory, in bytes. */
  get size(): number {
    return this.#text.length;
  }

  /** Whether any record could fail. */
  get saysSomething(): boolean {
    return this.#text !== NOTHING;
  }

  get required(): readonly string[] {
    return this.#read().required;
  }

  /** Undefined: nothing is declared of it. */
  judge(property: string): Judge | undefined {
    return this.#read().judges.get(property);
  }

  /** Whether a property that is not declared may be there. */
  allows(property: string): boolean {
    return !this.#read().isClosed || isServerOwn(property);
  }

  /** Looks at properties as they were sent. One that is undefined is not there. */
  find(properties: JsonObject): Violation[] {
    const found: Violation[] = [];
    for (const name in properties) {
      if (!Object.hasOwn(properties, name)) continue;
      const value = properties[name];
      if (value === undefined) continue;
      const violation = this.#look(name, value);
      if (violation) found.push(violation);
    }
    for (const property of this.required) {
      if (!Object.hasOwn(properties, property) || properties[property] === undefined)
        found.push({ property, kind: "required", message: "is required" });
    }
    return found;
  }

  #look(property: string, value: unknown): Violation | undefined {
    const judge = this.judge(property);
    if (judge === undefined)
      return this.allows(property)
        ? undefined
        : {
            property,
            kind: "additionalProperties",
            message: "is not declared, and nothing else may be there",
          };
    // A whole number beyond what a double holds is a number all the same.
    const plain = isRawJson(value) ? Number(value.rawJSON) : value;
    return judge.fits(plain) ? undefined : toViolation(property, judge, plain);
  }

  #read(): Declared {
    if (this.#declared !== undefined) return this.#declared;
    const { types, required, isClosed }: Kept = JSON.parse(this.#text);
    const judges = new Map(
      types.map(([name, type, format]) => [name, type === null ? anything : judgeOf(type, format)]),
    );
    const stays = (name: string) => judges.get(name) !== anything;
    this.#declared = { judges, required: required.filter(stays), isClosed };
    return this.#declared;
  }
}

const NOTHING = JSON.stringify({ types: [], required: [], isClosed: false } satisfies Kept);

function toViolation(property: string, { type, format }: Judge, value: unknown): Violation {
  return type === "string" && typeof value === "string"
    ? { property, kind: "format", message: `must have the format ${format}` }
    : { property, kind: "type", message: `must be ${type}` };
}
