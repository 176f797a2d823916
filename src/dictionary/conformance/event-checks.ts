import { isRawJson } from "../../platform/raw-json.ts";
import type { JsonObject, Schema } from "../schemas/types.ts";
import { anything, type Judge, judgeOf, type PropertyType } from "./judge.ts";
import { isServerOwn } from "./server-properties.ts";

/** The keywords of draft-07 that an event can fail, by which violations are counted. */
export const VIOLATION_KINDS = ["type", "format", "required", "additionalProperties"] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

/** `message` says what would fit, such as `must be number`. */
export type Violation = { property: string; kind: ViolationKind; message: string };

/**
 * What the dictionary declares of one event, ready to be held against records. Reads `type` and `format` of properties, `required`
 * and `additionalProperties`; no other keyword. Names are compared here and values by ajv, one validator for each type and format:
 * one for each schema would take 20 ms to make and 100 KB to keep, times thousands of events.
 */
export class EventChecks {
  readonly required: readonly string[];
  readonly #judges: ReadonlyMap<string, Judge>;
  readonly #isClosed: boolean;

  constructor(schema: Pick<Schema, "keys" | "properties">) {
    const properties = Object.entries(schema.properties ?? {});
    const isDropped = (name: string) => judges.get(name) === anything;
    const judges = new Map(
      // What is dropped anyway may be anything, and may be missing.
      properties.map(([name, { definition, metadata }]) => [
        name,
        metadata.dropped === true ? anything : judgeOfDefinition(definition),
      ]),
    );
    this.required = namesOf(schema.keys.required).filter((name) => !isDropped(name));
    this.#judges = judges;
    this.#isClosed = schema.keys.additionalProperties === false;
  }

  /** How much it holds in memory, in properties. */
  get size(): number {
    return 1 + this.#judges.size + this.required.length;
  }

  /** Whether any record could fail. */
  get saysSomething(): boolean {
    return this.#isClosed || this.required.length > 0 || this.#judges.size > 0;
  }

  /** Undefined: nothing is declared of it. */
  judge(property: string): Judge | undefined {
    return this.#judges.get(property);
  }

  /** Whether a property that is not declared may be there. */
  allows(property: string): boolean {
    return !this.#isClosed || isServerOwn(property);
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
    const judge = this.#judges.get(property);
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
}

function toViolation(property: string, { type, format }: Judge, value: unknown): Violation {
  return type === "string" && typeof value === "string"
    ? { property, kind: "format", message: `must have the format ${format}` }
    : { property, kind: "type", message: `must be ${type}` };
}

function judgeOfDefinition({ type, format }: JsonObject): Judge {
  return judgeOf(type as PropertyType, typeof format === "string" ? format : undefined);
}

const namesOf = (required: unknown): string[] =>
  Array.isArray(required) ? [...new Set(required as string[])] : [];
