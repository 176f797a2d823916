import { LINKS_JOIN, PERSON_SQL } from "../../../identity/index.ts";
import type { AnalysisPlan } from "../plan.ts";
import type { Binder } from "./binder.ts";
import type { Properties } from "./property-sql.ts";

/** Whose event it is: a person's, or a group's. */
export type Unit = { sql: string; join: string; where: string };

export const unitOf = (groupKey: string | null, properties: Properties): Unit =>
  groupKey === null
    ? { sql: PERSON_SQL, join: LINKS_JOIN, where: "true" }
    : {
        sql: `hash(${properties.text(groupKey)})`,
        join: "",
        where: `${properties.text(groupKey)} is not null`,
      };

/**
 * Every exposure: unit, variant and time. A variant that is not declared keeps its own name; capitals make no difference, for clients
 * take none.
 */
export function seenSql(plan: AnalysisPlan, unit: Unit, binder: Binder, properties: Properties): string {
  const { exposure, excludeQA } = plan.settings;
  const { variant, where, from } = exposed(plan, binder, properties);
  const quality = excludeQA
    ? `and coalesce(lower(${properties.text("$is_qa_tester")}), 'false') <> 'true'`
    : "";
  return `select ${unit.sql} as unit, ${variant} as variant, events.time
    from events ${unit.join} ${from}
    where events.event = ${binder.bind(exposure.event)}
      and events.time between ${binder.bind(plan.fromMs)} and ${binder.bind(plan.toMs)}
      and ${unit.where} and ${where} ${quality} and ${variant} is not null`;
}

type Exposed = { variant: string; where: string; from: string };

/** The four ways in which exposures say experiment and variant. */
function exposed(plan: AnalysisPlan, binder: Binder, properties: Properties): Exposed {
  const { format, nameProperty, variantProperty, separator } = plan.settings.exposure;
  switch (format) {
    case "separate": {
      const names = plan.names.map((name) => binder.bind(name));
      const byName = `${properties.text(nameProperty)} in (${names.join()})`;
      const byId = `${properties.text("$experiment_id")} = ${binder.bind(plan.experimentId)}`;
      return {
        variant: properties.text(variantProperty),
        where: `coalesce(${byName} or ${byId}, ${byName}, ${byId}, false)`,
        from: "",
      };
    }
    case "combined": {
      const prefix = binder.bind(`${plan.names[0] ?? ""}${separator}`);
      return { ...after(prefix, properties.text(nameProperty)), from: "" };
    }
    case "dictionary":
      return { variant: properties.text(plan.names[0] ?? ""), where: "true", from: "" };
    case "list": {
      const prefix = binder.bind(`${plan.names[0] ?? ""}${separator}`);
      const from = `cross join lateral (select unnest(${properties.list(nameProperty)}) as item) items`;
      return { ...after(prefix, "items.item"), from };
    }
  }
}

const after = (prefix: string, text: string): Omit<Exposed, "from"> => ({
  variant: `substr(${text}, length(${prefix}) + 1)`,
  where: `coalesce(starts_with(${text}, ${prefix}), false)`,
});

/** The number of a declared variant, -1 for any other. */
export const variantNumberSql = (plan: AnalysisPlan, variant: string, binder: Binder): string => {
  const cases = plan.variants.map(({ key }, index) => `when lower(${binder.bind(key)}) then ${index}`);
  return cases.length === 0 ? "-1" : `case lower(${variant}) ${cases.join(" ")} else -1 end`;
};
