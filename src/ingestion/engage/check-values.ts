import { isRawJson } from "../../platform/raw-json.ts";
import type { ProfileLimits } from "../../profiles/index.ts";
import { isSound, type TextState } from "../draft.ts";
import { invalid, type ProfileRefusal } from "./codes.ts";

export type ValueContext = {
  text: TextState;
  limits: ProfileLimits & { nameMaxCharacters: number; depthMax: number };
};

/** As many digits as the largest double has: nothing that counts or names anything is longer. */
const DIGITS_MAX = 310;

/** Names and values of one operator, such as `$set`. */
export function checkProperties(
  operator: string,
  properties: Readonly<Record<string, unknown>>,
  context: ValueContext,
): ProfileRefusal | undefined {
  for (const name of Object.keys(properties)) {
    const refusal =
      checkName(operator, name, context) ?? checkProperty(operator, name, properties[name], context);
    if (refusal) return refusal;
  }
  return undefined;
}

export function checkName(
  operator: string,
  name: string,
  { limits, text }: ValueContext,
): ProfileRefusal | undefined {
  if (name.length > limits.nameMaxCharacters) {
    const sentence = `a property name must not be longer than ${limits.nameMaxCharacters} characters`;
    return invalid("property_name_too_long", operator, sentence);
  }
  return isSound(name, text)
    ? undefined
    : invalid("invalid_utf8", `${operator}.${name.toWellFormed()}`, "string should be valid utf8");
}

function checkProperty(
  operator: string,
  name: string,
  value: unknown,
  context: ValueContext,
): ProfileRefusal | undefined {
  const fault = findFault(value, 0, context);
  const field = `${operator}.${name}`;
  const { depthMax, valueMaxBytes } = context.limits;
  switch (fault) {
    case "invalid_utf8":
      return invalid(fault, field, "string should be valid utf8");
    case "number_out_of_range":
      return invalid(fault, field, "number is out of range");
    case "too_deep":
      return invalid(fault, field, `must not be nested deeper than ${depthMax} levels`);
    case undefined:
      return typeof value === "object" && value !== null && isLarge(value, valueMaxBytes)
        ? invalid("value_too_large", field, `a list or object must not be larger than ${valueMaxBytes} bytes`)
        : undefined;
  }
}

const isLarge = (value: object, bytesMax: number): boolean =>
  Buffer.byteLength(JSON.stringify(value)) > bytesMax;

type Fault = "invalid_utf8" | "number_out_of_range" | "too_deep";

/** Bounded by the depth, so that nothing later meets a value that is nested deeper than the stack. */
function findFault(value: unknown, depth: number, context: ValueContext): Fault | undefined {
  if (typeof value === "string") return isSound(value, context.text) ? undefined : "invalid_utf8";
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "number_out_of_range";
  if (typeof value !== "object" || value === null) return undefined;
  if (isRawJson(value)) return value.rawJSON.length > DIGITS_MAX ? "number_out_of_range" : undefined;
  if (depth === context.limits.depthMax) return "too_deep";
  if (!Array.isArray(value) && context.text !== "sound") {
    if (Object.keys(value).some((key) => !isSound(key, context.text))) return "invalid_utf8";
  }
  for (const item of Object.values(value)) {
    const fault = findFault(item, depth + 1, context);
    if (fault) return fault;
  }
  return undefined;
}
