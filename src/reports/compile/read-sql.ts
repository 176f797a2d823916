import type { CatalogEntry, ColumnType, TypedSql, ValueType } from "../../events/index.ts";
import type { Expression } from "../expression/tree.ts";
import type { SqlScope } from "./sql-scope.ts";
import { coalesce, either, entriesOf, isDefined, mapTyped, textOfBoolean } from "./typed.ts";

export type Read = Extract<Expression, { kind: "read" }>;

const TYPE_OF_COLUMN: Record<ColumnType, Exclude<ValueType, "moment" | "null">> = {
  varchar: "text",
  double: "number",
  boolean: "boolean",
  json: "json",
};
const JSON_TYPES = ["number", "text", "boolean", "json", "null"] as const;

/** What an expression reads from an event. Checked before: roots and names that cannot be read do not come here. */
export function readSql({ root, path: [name, ...steps] }: Read, scope: SqlScope): TypedSql {
  if (root === "event") return name === "$time" ? { moment: "events.time" } : { text: "events.event" };
  if (root === "user") return profileSql(name, steps, scope);
  const own = propertySql(name, steps, scope);
  const [column, ...deeper] = steps;
  return column === undefined || deeper.length > 0 ? own : either(own, lookedUp(name, column, scope));
}

/** A property of the person's profile, or a part of it. */
function profileSql(name: string, steps: readonly string[], scope: SqlScope): TypedSql {
  const value = scope.personValue(name);
  if (value === undefined) return {};
  return steps.length === 0 ? itemSql(value, scope) : partSql(value, steps, scope);
}

/** A property, or a part of it. What every event has comes before what a record gave under the same name. */
export function propertySql(name: string, steps: readonly string[], scope: SqlScope): TypedSql {
  const own = ownSql(scope.catalog.get(name), name, steps, scope);
  const added = steps.length === 0 ? scope.dialect.added(name) : undefined;
  if (added === undefined) return own;
  scope.need(added.joins);
  const isAdded = isDefined(added.value);
  return either(
    added.value,
    mapTyped(own, (sql) => `case when not ${isAdded} then ${sql} end`),
  );
}

/**
 * In its column, and where the column does not fit in `rest`. No value is in both: of the column's own type, `rest` has only texts,
 * lists and objects that are long.
 */
function ownSql(
  entry: CatalogEntry | undefined,
  name: string,
  steps: readonly string[],
  scope: SqlScope,
): TypedSql {
  const { column = null, type = null, inRest = false } = entry ?? {};
  const inColumn =
    column === null || type === null ? {} : columnSql(`events.${column}`, TYPE_OF_COLUMN[type], steps, scope);
  if (!inRest) return inColumn;
  const found = partSql("events.rest", [name, ...steps], scope);
  const isWhole = steps.length === 0 && (type === "double" || type === "boolean");
  const columnType = isWhole ? TYPE_OF_COLUMN[type] : null;
  const others = Object.fromEntries(entriesOf(found).filter(([one]) => one !== columnType));
  return either(inColumn, others);
}

function columnSql(
  column: string,
  type: Exclude<ValueType, "moment" | "null">,
  steps: readonly string[],
  scope: SqlScope,
): TypedSql {
  if (steps.length === 0) return { [type]: column };
  return type === "json" ? partSql(column, steps, scope) : {};
}

/** A part of a JSON text. A step into a list leads nowhere, whatever number it is. */
function partSql(json: string, path: readonly string[], scope: SqlScope): TypedSql {
  const { dialect } = scope;
  const pointer = (length: number) => scope.bind(path.slice(0, length).map(pointerStep).join(""));
  const guards = path.flatMap((step, index) =>
    /^\d+$/.test(step) ? [dialect.isJsonObject(json, index === 0 ? null : pointer(index))] : [],
  );
  const guarded = (sql: string) =>
    guards.length === 0 ? sql : `case when ${guards.join(" and ")} then ${sql} end`;
  const at = pointer(path.length);
  return Object.fromEntries(JSON_TYPES.map((type) => [type, guarded(dialect.jsonPart(json, at, type))]));
}

/** A JSON pointer: unlike a path it has a way to say every name. */
const pointerStep = (step: string): string => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** One item of a list, which is JSON text by itself. */
export const itemSql = (item: string, { dialect }: SqlScope): TypedSql =>
  Object.fromEntries(JSON_TYPES.map((type) => [type, dialect.jsonPart(item, null, type)]));

/** A column of the row that the property's value leads to; of a list, those that its items lead to. */
function lookedUp(name: string, column: string, scope: SqlScope): TypedSql {
  const value = propertySql(name, [], scope);
  const one = lookedUpBy(value, name, column, scope) ?? {};
  const table = scope.lookups.get(name);
  const index = table?.columns.findIndex((each) => each.name === column) ?? -1;
  if (value.json === undefined || table === undefined || index < 0) return one;
  const { jsonItems, lookUpItems } = scope.dialect;
  return either(one, { json: lookUpItems(jsonItems(value.json), table.relation, columnName(index)) });
}

export function lookedUpBy(
  value: TypedSql,
  name: string,
  column: string,
  scope: SqlScope,
): TypedSql | undefined {
  const table = scope.lookups.get(name);
  const index = table?.columns.findIndex((one) => one.name === column) ?? -1;
  const type = table?.columns[index]?.type;
  const key = keySql(value, scope);
  if (table === undefined || type === undefined || key === undefined) return undefined;
  const alias = scope.joinLookup(table, key);
  return { [TYPE_OF_COLUMN[type]]: `${alias}.${columnName(index)}` };
}

const columnName = (index: number): string => (index === 0 ? "k" : `c${index}`);

/** Keys are compared as texts. */
const keySql = ({ text, number, boolean }: TypedSql, { dialect }: SqlScope): string | undefined =>
  coalesce([
    text,
    number === undefined ? undefined : dialect.numberText(number),
    boolean === undefined ? undefined : textOfBoolean(boolean),
  ]);
