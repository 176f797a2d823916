/** What every record may say, whatever its event is about. */
const OF_ANY_RECORD = new Set(["time", "distinct_id", "token", "ip", "bucket"]);

/**
 * Whether a property is none of those that people think up for an event: the record's own time and ids, and what client libraries
 * add by themselves. `additionalProperties: false` does not speak of them, or no event of any library could fit. Declared, they are
 * checked like all others.
 */
export const isServerOwn = (property: string): boolean =>
  property.startsWith("$") || property.startsWith("mp_") || OF_ANY_RECORD.has(property);
