import type { Dialect, TypedSql } from "../dialect.ts";
import { LINEAGE_PROPERTIES } from "./added-properties.ts";

const NUMBERS = "('BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE')";
const ISO_DAY = "\\d{4}-\\d{2}-\\d{2}";
const ISO_MOMENT = `${ISO_DAY}(T([01]\\d|2[0-3]):\\d{2}:\\d{2}(\\.\\d{1,9})?Z?)?`;
const DECIMAL = "\\s*[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?\\s*";
/** Import ids are whole numbers on the wire; the store keeps them as text. */
const WHOLE = "^\\d{1,15}$";

const jsonType = (json: string, pointer: string | null): string =>
  pointer === null ? `json_type(${json})` : `json_type(${json}, ${pointer})`;
const jsonText = (json: string, pointer: string | null): string =>
  pointer === null ? `json_extract_string(${json}, '$')` : `json_extract_string(${json}, ${pointer})`;

const RESOLVED_ID = "coalesce(links.user_id, events.distinct_id)";

/** Those that come with the event itself; the others say how it came in. */
const OF_EVENT: Readonly<Record<string, { value: TypedSql; joins: readonly ("links" | "lineages")[] }>> = {
  time: { value: { number: "floor(events.time / 1000.0)" }, joins: [] },
  distinct_id: { value: { text: RESOLVED_ID }, joins: ["links"] },
  $distinct_id_before_identity: {
    value: { text: `nullif(events.distinct_id, ${RESOLVED_ID})` },
    joins: ["links"],
  },
  $insert_id: {
    value: { text: `coalesce(events.insert_id, format('{:014x}-{:08x}', events."position", events.ord))` },
    joins: [],
  },
  mp_processing_time_ms: { value: { number: "events.received::DOUBLE" }, joins: [] },
  $device_id: { value: { text: "events.device_id" }, joins: [] },
  $user_id: { value: { text: "events.user_id" }, joins: [] },
};

const LINEAGE = new Map(LINEAGE_PROPERTIES);

function added(name: string): ReturnType<Dialect["added"]> {
  if (Object.hasOwn(OF_EVENT, name)) return OF_EVENT[name];
  const sql = LINEAGE.get(name);
  if (sql === undefined) return undefined;
  return { value: typedLineage(name, `(${sql})`), joins: ["lineages"] };
}

function typedLineage(name: string, sql: string): TypedSql {
  if (name === "$import") return { boolean: sql };
  if (name !== "$warehouse_import_id") return { text: sql };
  const isWhole = `regexp_matches(${sql}, '${WHOLE}')`;
  return {
    number: `case when ${isWhole} then ${sql}::DOUBLE end`,
    text: `case when not ${isWhole} then ${sql} end`,
  };
}

function jsonPart(...[json, pointer, type]: Parameters<Dialect["jsonPart"]>): string {
  const [kind, text] = [jsonType(json, pointer), jsonText(json, pointer)];
  switch (type) {
    case "number":
      return `case when ${kind} in ${NUMBERS} then try_cast(${text} as DOUBLE) end`;
    case "text":
      return `case when ${kind} = 'VARCHAR' then ${text} end`;
    case "boolean":
      return `case when ${kind} = 'BOOLEAN' then ${text} = 'true' end`;
    case "json":
      return `case when ${kind} in ('ARRAY', 'OBJECT') then ${text} end`;
    case "null":
      return `case when ${kind} = 'NULL' then true end`;
  }
}

/** Questions over a project's file, which has the view `events`, the tables `links` and `lineages`, and lookup tables. */
export const DUCKDB_DIALECT: Dialect = {
  joins: {
    links: 'left join links on links."key" = hash(events.distinct_id)',
    lineages: "left join lineages l on l.id = events.lineage",
  },
  person: {
    ofEvent: "case when events.distinct_id <> '' then hash(events.distinct_id) end",
    ofId: (id) => `coalesce(links.person, ${id})`,
    linksOn: (id) => `left join links on links."key" = ${id}`,
  },
  added,
  jsonPart,
  isJsonObject: (json, pointer) => `coalesce(${jsonType(json, pointer)} = 'OBJECT', false)`,
  jsonItems: (json) => `case when json_type(${json}) = 'ARRAY' then json_extract(${json}, '$[*]') end`,
  anyItem: (items, test) => `coalesce(len(list_filter(${items}, lambda item: ${test("item")})) > 0, false)`,
  allItems: (items, test) =>
    `coalesce(len(${items}) > 0 and len(list_filter(${items}, lambda item: ${test("item")})) = len(${items}), false)`,
  lookUpItems: (items, relation, column) =>
    `(select to_json(list(found.${column}))::VARCHAR from ${relation} found where found.${column} is not null
      and list_contains(list_transform(${items}, lambda item: json_extract_string(item, '$')), found.k))`,
  sameItems: (left, right) => `list_sort(${left}) = list_sort(${right})`,
  unnest: (items, relation, column) =>
    `cross join lateral (select unnest(case when len(${items}) > 0 then list_distinct(list_transform(${items},
      lambda item: item::VARCHAR)) else [null::VARCHAR] end) as ${column}) ${relation}`,
  jsonRows: (json, keys) =>
    `(select ${keys.map((key) => `json_extract(item, '/${key}') as ${key}`).join()}
      from (select unnest(json_extract(${json}, '$[*]')) as item))`,

  number: (value) => `${value}::DOUBLE`,
  whole: (number) => `(${number})::BIGINT`,
  finite: (number) => `nullif(nullif(nullif(${number}, 'inf'::DOUBLE), '-inf'::DOUBLE), 'nan'::DOUBLE)`,
  remainder: (left, right) => `${left} % nullif(${right}, 0)`,
  roundHalfAway: (number) => `round(${number})`,
  quotient: (left, right) => `(${left}) // ${right}`,
  numberText: (number) => `case when ${number} = trunc(${number}) and abs(${number}) < 9007199254740992
    then ${number}::BIGINT::VARCHAR else ${number}::VARCHAR end`,
  readNumber: (text) =>
    `case when regexp_full_match(${text}, '${DECIMAL}') then try_cast(trim(${text}) as DOUBLE) end`,
  monthNumber: (localMs) =>
    `(year(make_timestamp((${localMs}) * 1000)) * 12 + month(make_timestamp((${localMs}) * 1000)))`,
  readMoment: (text) =>
    `case when regexp_full_match(${text}, '${ISO_MOMENT}') then epoch_ms(try_cast(${text} as TIMESTAMP)) end`,
  momentText: (moment) =>
    `regexp_replace(strftime(make_timestamp((${moment}) * 1000), '%Y-%m-%dT%H:%M:%S.%g'), '\\.000$', '')`,

  contains: (text, part) => `contains(${text}, ${part})`,
  startsWith: (text, part) => `starts_with(${text}, ${part})`,
  endsWith: (text, part) => `ends_with(${text}, ${part})`,
  lower: (text) => `lower(${text})`,
  matches: (text, pattern) => `regexp_matches(${text}, ${pattern})`,
  percentile: (value, share) => `quantile_cont(${value}, ${share})`,
  countDistinct: (values) =>
    values.length === 1
      ? `count(distinct ${values[0]})`
      : `count(distinct case when coalesce(${values.map((value) => `${value}::VARCHAR`).join()}) is not null
          then row(${values.join()}) end)`,
};
