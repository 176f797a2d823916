/** What was done to a value so that it could be a property, or why it is none. Counted per run and column. */
export const VALUE_WARNINGS = [
  "wide_integer",
  "decimal_as_text",
  "non_finite",
  "list_as_text",
  "nested_as_text",
  "json_as_text",
  "insert_id_normalised",
] as const;
export type ValueWarning = (typeof VALUE_WARNINGS)[number];

export type Warn = (code: ValueWarning, column: string) => void;
