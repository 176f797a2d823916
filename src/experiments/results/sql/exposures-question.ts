import type { AnalysisPlan } from "../plan.ts";
import { Binder } from "./binder.ts";
import { seenSql, unitOf, variantNumberSql } from "./exposure-sql.ts";
import { type Catalog, Properties } from "./property-sql.ts";

/** Persons by variant, and how many were in more than one: rows of variant (null for those), units, first and last time. */
export function exposuresQuestion(
  plan: AnalysisPlan,
  catalog: Catalog,
): { sql: string; params: Binder["params"] } {
  const binder = new Binder();
  const properties = new Properties(catalog, binder);
  const cases = plan.variants.map(({ key }) => `when lower(${binder.bind(key)}) then ${binder.bind(key)}`);
  const named = cases.length === 0 ? "variant" : `case lower(variant) ${cases.join(" ")} else variant end`;
  const sql = `with seen as (${seenSql(plan, unitOf(null, properties), binder, properties)}),
    units as (select unit, min(name) as least, max(name) as most, min(time) as first, max(time) as last
      from (select unit, time, ${named} as name from seen) group by unit)
    select case when least = most then least end as variant, count(*) as units, min(first), max(last)
    from units group by 1 order by 2 desc, 1`;
  return { sql, params: binder.params };
}

/** Persons of each variant by the UTC day they were first exposed on, those in more than one left out: rows of variant, day, units. */
export function exposuresByDayQuestion(
  plan: AnalysisPlan,
  catalog: Catalog,
): { sql: string; params: Binder["params"] } {
  const binder = new Binder();
  const properties = new Properties(catalog, binder);
  const sql = `with seen as (${seenSql(plan, unitOf(null, properties), binder, properties)}),
    units as (select min(v) as v, min(time) as first
      from (select unit, time, ${variantNumberSql(plan, "variant", binder)} as v from seen)
      group by unit having min(v) = max(v) and min(v) >= 0)
    select v, first // 86400000 as day, count(*) as units from units group by 1, 2 order by 2, 1`;
  return { sql, params: binder.params };
}
