import { isRawJson } from "../../platform/raw-json.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ProfileUpdate, Properties } from "../../profiles/index.ts";
import { checkName, checkProperties, type ValueContext } from "./check-values.ts";
import { invalid, type ProfileRefusal } from "./codes.ts";

export type Operators = Pick<
  ProfileUpdate,
  "delete" | "setOnce" | "set" | "add" | "append" | "union" | "remove" | "unset"
>;

/** Those that take an object, by the names that clients give them. */
const OBJECTS = {
  $set_once: "setOnce",
  $set: "set",
  $add: "add",
  $append: "append",
  $union: "union",
  $remove: "remove",
} as const;
const NAMES = [...Object.keys(OBJECTS), "$unset", "$delete"].join(", ");

/** What a record does. `$delete` stands alone: whatever else the record says is of a profile that is gone. */
export function readOperators(record: Properties, context: ValueContext): Result<Operators, ProfileRefusal> {
  if (Object.hasOwn(record, "$delete")) return ok({ delete: true });
  const operators: Record<string, unknown> = {};
  let names = 0;
  for (const [operator, key] of Object.entries(OBJECTS)) {
    if (!Object.hasOwn(record, operator)) continue;
    const given = record[operator];
    if (!isObject(given)) {
      return fail(invalid("operator_invalid", operator, "must be an object of properties"));
    }
    const refusal = checkProperties(operator, given, context) ?? checkNumbers(operator, given);
    if (refusal) return fail(refusal);
    operators[key] = operator === "$union" ? wrapSingles(given) : given;
    if (operator !== "$remove") names += Object.keys(given).length;
  }
  if (Object.hasOwn(record, "$unset")) {
    const unset = readNames(record.$unset, context);
    if (!unset.ok) return unset;
    operators.unset = unset.value;
  }
  const { propertiesMax } = context.limits;
  if (names > propertiesMax) {
    const message = `a profile must not have more than ${propertiesMax} properties`;
    return fail({ code: "too_many_properties", field: "", message });
  }
  if (Object.keys(operators).length > 0) return ok(operators);
  return fail({ code: "operator_missing", field: "", message: `record must have one of ${NAMES}` });
}

const isObject = (value: unknown): value is Properties =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isRawJson(value);

function checkNumbers(operator: string, properties: Properties): ProfileRefusal | undefined {
  if (operator !== "$add") return undefined;
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== "number" && !isRawJson(value))
      return invalid("not_a_number", `$add.${name}`, "must be a number");
  }
  return undefined;
}

/** A single value is a list of one. */
function wrapSingles(properties: Properties): Properties {
  if (Object.values(properties).every(Array.isArray)) return properties;
  const wrapped: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    const list = Array.isArray(value) ? value : [value];
    Object.defineProperty(wrapped, name, {
      value: list,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return wrapped;
}

function readNames(given: unknown, context: ValueContext): Result<string[], ProfileRefusal> {
  const names = Array.isArray(given) ? given : [given];
  if (!names.every((name) => typeof name === "string")) {
    return fail(invalid("operator_invalid", "$unset", "must be a list of property names"));
  }
  if (names.length > context.limits.propertiesMax) {
    const sentence = `must not name more than ${context.limits.propertiesMax} properties`;
    return fail(invalid("too_many_properties", "$unset", sentence));
  }
  for (const name of names) {
    const refusal = checkName("$unset", name, context);
    if (refusal) return fail(refusal);
  }
  return ok(names);
}
