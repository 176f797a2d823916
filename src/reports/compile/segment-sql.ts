import type { TypedSql } from "../../events/index.ts";
import type { Expression } from "../expression/tree.ts";
import type { BreakdownPlan } from "../plan/plan.ts";
import { textSql } from "./call-sql.ts";
import { expressionSql } from "./expression-sql.ts";
import { itemSql, lookedUpBy, propertySql } from "./read-sql.ts";
import type { SqlScope } from "./sql-scope.ts";
import { coalesce, either, entriesOf } from "./typed.ts";

/** What segments are told apart by: a column for each type their values can have. */
export type SegmentSql = {
  columns: { name: string; sql: string }[];
  /** Joined to `events` where a list may be met: a row for each of its items. An event is then in several segments. */
  unnested: string | null;
};

const NOTHING: SegmentSql = { columns: [], unnested: null };

export function segmentSql(breakdown: BreakdownPlan | null, scope: SqlScope): SegmentSql {
  if (breakdown === null) return NOTHING;
  const value = segmentValue(breakdown.of, scope);
  const told = (typed: TypedSql) => columnsOf(breakdown.byText ? textsOf(typed, scope) : typed);
  const { json, ...scalars } = value.typed;
  if (json === undefined) return { columns: told(scalars), unnested: null };
  const { dialect } = scope;
  const unnested = dialect.unnest(dialect.jsonItems(json), "segment_items", "item");
  // An object is a value like any other; the items of a list come in its place.
  const isList = `${dialect.jsonItems(json)} is not null`;
  const items = itemSql("segment_items.item", scope);
  const whole = { json: `case when not ${isList} then ${json} end` };
  const each = value.step === null ? items : (lookedUpBy(items, ...value.step, scope) ?? {});
  return { columns: told(either(either(scalars, whole), each)), unnested };
}

/** Numbers, true and false, and dates by their texts, beside the texts themselves. */
function textsOf({ json, null: nothing, ...scalars }: TypedSql, scope: SqlScope): TypedSql {
  const text = textSql(scalars, scope);
  return {
    ...(text === undefined ? {} : { text }),
    ...(json === undefined ? {} : { json }),
    ...(nothing === undefined ? {} : { null: nothing }),
  };
}

type Value = { typed: TypedSql; step: [property: string, column: string] | null };

/** A step into a lookup table is taken after a list has been unnested: each item leads to a row of its own. */
function segmentValue(of: Expression, scope: SqlScope): Value {
  if (of.kind === "read" && of.root === "properties" && of.path.length === 2 && of.path[1] !== undefined) {
    const [property, column] = of.path;
    const own = propertySql(property, [], scope);
    if (own.json !== undefined && scope.lookups.has(property)) {
      const { json: _, ...looked } = expressionSql(of, scope);
      return { typed: { ...looked, json: own.json }, step: [property, column] };
    }
  }
  return { typed: expressionSql(of, scope), step: null };
}

const columnsOf = (typed: TypedSql): SegmentSql["columns"] => {
  const columns = entriesOf(typed).map(([type, sql]) => ({ name: `s_${type}`, sql }));
  return columns.length === 0 ? [{ name: "s_text", sql: coalesce([typed.text, "null"]) ?? "null" }] : columns;
};
