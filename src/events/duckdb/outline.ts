import { LONG_TEXT_BYTES } from "./long-texts.ts";

/**
 * A question reads 2,048 rows of `rest` at a time. Some hundred of nearly a megabyte did not fit into memory, and then no page that
 * looks at properties could answer. So where `rest` is longer than this and holds long texts, it is kept in `whole_rest`, which only
 * those read who want the event itself, few rows at a time, and `rest` holds an outline for questions. Two of them are told apart by
 * `whole_digest`, without reading them. What is long by many short values stays in `rest` alone: nothing of it may be cut.
 */
export const REST_BYTES_MAX = 16 * 1024;

/** Bytes that an outline has for all its long values together, and that each has at least. */
const OUTLINE_BYTES = 16_000;
const VALUE_BYTES_MIN = 100;

const HAS_OUTLINE = "room is not null";
const isLong = (value: string): string => `strlen(${value}) >= ${LONG_TEXT_BYTES}`;

/** About so many bytes of a text, in whole characters. */
const beginning = (text: string): string => `left(${text}, room * length(${text}) // strlen(${text}))`;

/** Values that are not long stay whole. Of a text that is long, its beginning; of a list or an object, that it is one. */
const shortened = (value: string): string => `case
  when not ${isLong(value)} then ${value}
  when starts_with(${value}, '"') then to_json(${beginning(`json_extract_string(${value}, '$')`)})::VARCHAR
  when starts_with(${value}, '[') then '[]' when starts_with(${value}, '{') then '{}' else 'null' end`;

const OUTLINE = `'{' || array_to_string(list_transform(entries, lambda entry: entry.name || ':' || ${shortened("entry.value")}), ',') || '}'`;

/** What the three columns hold of `whole`, which is all there is to keep. */
export const REST_COLUMNS = {
  rest: `case when ${HAS_OUTLINE} then ${OUTLINE} else whole end`,
  wholeRest: `case when ${HAS_OUTLINE} then whole else '' end`,
  wholeDigest: `case when ${HAS_OUTLINE} then md5_number(whole) end`,
};

/**
 * Adds to rows with `whole` what an outline is made of: the `entries`, and the `room` that each long value has; null where there is
 * none. Columns, because each entry takes along whatever an expression about it refers to.
 */
export function withRoom(rows: string): string {
  const entries = `list_transform(map_entries(whole::JSON::MAP(VARCHAR, JSON)), lambda entry:
    {'name': to_json(entry.key)::VARCHAR, 'value': coalesce(entry.value::VARCHAR, 'null')})`;
  const longOnes = `len(list_filter(entries, lambda entry: ${isLong("entry.value")}))`;
  const room = `greatest(${VALUE_BYTES_MIN}, ${OUTLINE_BYTES} // ${longOnes})`;
  // Not with `nullif`: `greatest` passes over nulls.
  return `(select *, case when ${longOnes} > 0 then ${room} end as room from (
    select *, case when strlen(whole) > ${REST_BYTES_MAX} then ${entries} end as entries from ${rows}))`;
}

/** What of a stored row is its own, whole. */
export const WHOLE_REST_SQL = "case when whole_rest <> '' then whole_rest else rest end";
