import { isRawJson } from "../../platform/raw-json.ts";
import type { Refusal, RefusalCode } from "../codes.ts";
import { isSound, type Step, type StepContext } from "../draft.ts";

/** Names, counts, depth and soundness of text, in one walk over the properties. */
export const values: Step = {
  name: "values",
  run({ properties, event }, context) {
    const refusal = isSound(event, context.text)
      ? walkProperties(properties, context)
      : fault("invalid_utf8", "event", BAD_TEXT);
    return refusal && { refusal };
  },
};

const BAD_TEXT = "string should be valid utf8";

const fault = (code: RefusalCode, field: string, sentence: string): Refusal => ({
  code,
  field,
  message: `'${field}' is invalid: ${sentence}`,
});

function walkProperties(properties: Record<string, unknown>, context: StepContext): Refusal | undefined {
  const { limits, text } = context;
  let count = 0;
  for (const name in properties) {
    if (!Object.hasOwn(properties, name)) continue;
    count += 1;
    if (name.length > limits.nameMaxCharacters) {
      const sentence = `a property name must not be longer than ${limits.nameMaxCharacters} characters`;
      return fault("property_name_too_long", "properties", sentence);
    }
    if (!isSound(name, text)) return fault("invalid_utf8", `properties.${name.toWellFormed()}`, BAD_TEXT);
    const value = properties[name];
    const refusal = walkValue(value, 1, name, context);
    if (refusal) return refusal;
    if (
      typeof value === "object" &&
      value !== null &&
      JSON.stringify(value).length > limits.largeValueBytes
    ) {
      context.repaired("large_value");
    }
  }
  if (count <= limits.propertiesMax) return undefined;
  return fault(
    "too_many_properties",
    "properties",
    `must not have more than ${limits.propertiesMax} properties`,
  );
}

/** `depth` is that of the value if it is a list or an object: 1 for the value of a property. */
function walkValue(value: unknown, depth: number, name: string, context: StepContext): Refusal | undefined {
  switch (typeof value) {
    case "string":
      return isSound(value, context.text) ? undefined : fault("invalid_utf8", `properties.${name}`, BAD_TEXT);
    case "number":
      // 1e400 is JSON, and no number we could give back.
      return Number.isFinite(value)
        ? undefined
        : fault("number_out_of_range", `properties.${name}`, "number is out of range");
    case "object":
      return value === null || isRawJson(value) ? undefined : walkInside(value, depth, name, context);
    default:
      return undefined;
  }
}

function walkInside(value: object, depth: number, name: string, context: StepContext): Refusal | undefined {
  const { limits, text } = context;
  const field = `properties.${name}`;
  if (depth > limits.depthMax)
    return fault("too_deep", field, `must not be nested deeper than ${limits.depthMax} levels`);
  const isList = Array.isArray(value);
  const inner: unknown[] = isList ? value : Object.values(value);
  if (isList && inner.length > limits.listMax) {
    return fault("list_too_long", field, `must not have more than ${limits.listMax} elements`);
  }
  if (!isList && inner.length > limits.keysMax) {
    return fault("too_many_keys", field, `must not have more than ${limits.keysMax} keys`);
  }
  if (!isList && text !== "sound" && Object.keys(value).some((key) => !isSound(key, text))) {
    return fault("invalid_utf8", field, BAD_TEXT);
  }
  for (const item of inner) {
    const refusal = walkValue(item, depth + 1, name, context);
    if (refusal) return refusal;
  }
  return undefined;
}
