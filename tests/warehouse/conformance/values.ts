/** What values of a warehouse should become, said once more and otherwise than the code does. For sandboxes. */

/** A number as long as a double holds all the digits. */
export function decimalProperty(text: string): number | string {
  const digits = text
    .replace(/^-?0*\.?0*/, "")
    .replace(".", "")
    .replace(/0+$/, "");
  return digits.length <= 15 ? Number(text) : text;
}

export const wholeProperty = (text: string): number | string =>
  Number.isSafeInteger(Number(text)) ? Number(text) : text;

/** A JSON text; whole numbers of 16 digits or more are texts. */
export const jsonProperty = (text: string): unknown =>
  asProperty(JSON.parse(text.replace(/([:[,]\s*)(-?\d{16,})(?=\s*[,\]}])/g, '$1"$2"')));

/** JSON: keys without a value go, what lies deeper than an event may hold is text. */
function asProperty(value: unknown, depth = 1): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > 3) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((item) => asProperty(item, depth + 1));
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, asProperty(inner, depth + 1)]));
}
