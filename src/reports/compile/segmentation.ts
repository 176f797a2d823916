import type { BreakdownPlan, PlannedMeasure, SeriesPlan } from "../plan/plan.ts";
import type { Sources } from "../plan/sources.ts";
import type { TimeAxis } from "../plan/time-axis.ts";
import { activeSql } from "./active-sql.ts";
import { bucketSql } from "./bucket-sql.ts";
import { whereSql } from "./condition-sql.ts";
import { type MeasureSql, measureSql } from "./measure-sql.ts";
import { type SegmentSql, segmentSql } from "./segment-sql.ts";
import { SqlScope } from "./sql-scope.ts";
import type { Statement } from "./statement.ts";

export type SegmentationQuestion = {
  axis: TimeAxis;
  measure: PlannedMeasure;
  series: SeriesPlan;
  breakdown: BreakdownPlan | null;
};

/**
 * The statement, and how its rows read: bucket, rank of the segment (null: the others, or no breakdown), whether bucket and rank are left
 * open (1) or the row only names a rank (2), the value, the number of events; in rows with names the number of segments, and the segment's
 * value by type.
 */
export type SegmentationStatement = Statement & {
  segmentColumns: string[];
  /** Whether an event may be in several segments: then the overall line takes a question of its own. */
  overlaps: boolean;
  empty: 0 | null;
};

export function compileSegmentation(
  { axis, measure, series, breakdown }: SegmentationQuestion,
  sources: Sources,
): SegmentationStatement {
  const scope = new SqlScope(sources);
  const how = measureSql(measure, scope);
  const segment = segmentSql(breakdown, scope);
  const { span, rule } = measure.kind === "active" ? measure.windows : axis;
  const where = whereSql(span, series.choice, series.condition, scope);
  const bucket = bucketSql(rule, scope.dialect);
  const cells = cellsSql(bucket, where, how, segment, scope);
  const relations = [`cells as materialized (${cells})`];
  let last = "cells";
  if (how.ofPersons) {
    const { person } = scope.dialect;
    relations.push(`people as materialized (select cells.*, ${person.ofId("id")} as person
      from cells ${person.linksOn("id")})`);
    last = "people";
  }
  if (breakdown !== null) {
    relations.push(...rankSql(last, breakdown.limit, how, segment));
    last = "marked";
  }
  const values =
    measure.kind === "active"
      ? activeSql(last, measure.windows, breakdown !== null)
      : setsSql(last, how, breakdown !== null);
  const named = breakdown === null ? values : withNames(values, segment, breakdown.limit);
  const sql = `with ${relations.join(",\n")}\n${named}`;
  return {
    ...scope.finish(sql),
    segmentColumns: segment.columns.map(({ name }) => name),
    overlaps: segment.unnested !== null,
    empty: how.empty,
  };
}

const namesOf = ({ columns }: SegmentSql): string[] => columns.map(({ name }) => name);

function cellsSql(
  bucket: string,
  where: string,
  { keys, sums }: MeasureSql,
  segment: SegmentSql,
  scope: SqlScope,
): string {
  const apart = [`${bucket} as b`, ...segment.columns.map(({ name, sql }) => `${sql} as ${name}`), ...keys];
  const counted = sums === null ? ["1 as n"] : ["count(*) as n", ...sums];
  const grouped = sums === null ? "" : `group by ${apart.map((_, index) => index + 1).join()}`;
  return `select ${[...apart, ...counted].join(", ")}
    from ${scope.from(segment.unnested ?? "")}
    where ${where} ${grouped}`;
}

/** The largest segments get their ranks, those of equal size by their names; the others have none. */
function rankSql(from: string, limit: number, { rank }: MeasureSql, segment: SegmentSql): string[] {
  const names = namesOf(segment);
  const order = [`${rank} desc nulls last`, ...names.map((name) => `${name} asc nulls last`)].join(", ");
  const same = names.map((name) => `ranked.${name} is not distinct from ${from}.${name}`).join(" and ");
  return [
    `ranked as materialized (select ${names.join()}, row_number() over (order by ${order}) as place
      from ${from} group by ${names.join()})`,
    `marked as (select ${from}.*, case when place <= ${limit} then place end as r from ${from} join ranked on ${same})`,
  ];
}

/** Names of the ranks come after the values, so that no text is carried through every grouping. */
function withNames(values: string, segment: SegmentSql, limit: number): string {
  const names = namesOf(segment);
  const blank = names.map((name) => `, null as ${name}`).join("");
  const named = names.map((name) => `, ${name}`).join("");
  return `select counted.*, null${blank} from (${values}) counted
    union all select null, place, 2, 2, null, null, (select count(*) from ranked)${named}
    from ranked where place <= ${limit}`;
}

/** Values by bucket and rank, by one of them, and over everything. */
function setsSql(from: string, { value, perPerson }: MeasureSql, isBroken: boolean): string {
  const sets = isBroken ? [["b", "r"], ["b"], ["r"], []] : [["b"], []];
  const opened = isBroken
    ? "r, grouping(b) as gb, grouping(r) as gr"
    : "null as r, grouping(b) as gb, 1 as gr";
  const grouped = (more: string[]) =>
    `group by grouping sets (${sets.map((set) => `(${[...set, ...more].join()})`).join()})`;
  if (!perPerson) return `select b, ${opened}, ${value} as value, sum(n) as n from ${from} ${grouped([])}`;
  return `select b, r, gb, gr, ${value} as value, sum(f) as n
    from (select b, ${opened}, person, sum(n) as f from ${from} where person is not null ${grouped(["person"])})
    group by b, r, gb, gr`;
}
