const TO_ESCAPE = /["\\]/;

/**
 * Lists as Postgres reads them, to be given as one text. The driver looks through each text of a list twice and puts the list together
 * bit by bit: 1.7 µs of the server's time for each profile that was written, and 0.3 so.
 */
export const textArray = (values: readonly string[]): string =>
  values.length === 0 ? "{}" : `{"${values.map(escaped).join('","')}"}`;

/** Of numbers and booleans. */
export const plainArray = (values: readonly (number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? "null").join()}}`;

const escaped = (text: string): string => (TO_ESCAPE.test(text) ? text.replace(/["\\]/g, "\\$&") : text);
