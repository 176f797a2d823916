/**
 * A question reads 2,048 rows of `rest` at a time. Some hundred of nearly a megabyte did not fit into memory, and then no page that
 * looks at properties could answer. So `rest` is never longer than this: what is longer is kept in `whole_rest`, which only those
 * read who want the event itself, few rows at a time, and `rest` holds an outline for questions. Two of them are told apart by
 * `whole_digest`, without reading them.
 */
export const REST_BYTES_MAX = 16 * 1024;

/** Characters that an outline has for all its values together, and that each has at least. */
const OUTLINE_CHARS = 16_000;
const VALUE_CHARS_MIN = 100;

const IS_LONG = `strlen(whole) > ${REST_BYTES_MAX}`;

/** Of each value what fits: the beginning of a text, of a list or an object that it is one. Numbers that long are none. */
const shortened = (value: string): string => `case
  when length(${value}) <= room then ${value}
  when starts_with(${value}, '"') then to_json(left(json_extract_string(${value}, '$'), room))::VARCHAR
  when starts_with(${value}, '[') then '[]' when starts_with(${value}, '{') then '{}' else 'null' end`;

const OUTLINE = `'{' || array_to_string(list_transform(map_entries(whole::JSON::MAP(VARCHAR, JSON)),
  lambda entry: to_json(entry.key)::VARCHAR || ':' || ${shortened("coalesce(entry.value::VARCHAR, 'null')")}), ',') || '}'`;

/** What the three columns hold of `whole`, which is all there is to keep. */
export const REST_COLUMNS = {
  rest: `case when ${IS_LONG} then ${OUTLINE} else whole end`,
  wholeRest: `case when ${IS_LONG} then whole else '' end`,
  wholeDigest: `case when ${IS_LONG} then md5_number(whole) end`,
};

/** Adds `room`, the characters for each value, to rows with `whole`. A column, because each value takes along what it refers to. */
export const withRoom = (rows: string): string =>
  `(select *, case when ${IS_LONG} then greatest(${VALUE_CHARS_MIN}, ${OUTLINE_CHARS} // len(json_keys(whole))) end as room from ${rows})`;

/** What of a stored row is its own, whole. */
export const WHOLE_REST_SQL = "case when whole_rest <> '' then whole_rest else rest end";
