/** What a row becomes, whichever kind of import it is: something with a name, properties, and perhaps a time. */
export type MappedResult = { title: string; timeMs?: number; properties: Readonly<Record<string, unknown>> };

/** What we add to every event says nothing about this row. */
const ADDED = ["time", "token", "$import", "$source"];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Undefined: this is none of what we know. */
export function readResult(result: unknown): MappedResult | undefined {
  if (!isRecord(result)) return undefined;
  const { event, properties, $set, key, values } = result;
  if (isRecord(properties)) {
    const { time } = properties;
    const shown = Object.entries(properties).filter(([name]) => !ADDED.includes(name));
    return {
      title: String(event),
      ...(typeof time === "number" ? { timeMs: time } : {}),
      properties: Object.fromEntries(shown),
    };
  }
  if (isRecord($set)) return { title: String(result.$distinct_id ?? result.$group_id), properties: $set };
  return isRecord(values) ? { title: String(key), properties: values } : undefined;
}
