import type { Conformance, Violation } from "../../dictionary/index.ts";
import type { Refusal } from "../codes.ts";
import type { Step, StepContext } from "../draft.ts";

/**
 * What the project's dictionary says: which events are left out whole, what is declared of the others, and which of their properties
 * are left out. Only records that are right get here.
 */
export const dictionary: Step = {
  name: "dictionary",
  run({ event, properties }, context) {
    const { rules, repaired } = context;
    if (rules === undefined) return undefined;
    if (rules.droppedEvents.has(event)) return { drop: "dropped_event" };
    const refusal = unlikeItsSchema(event, properties, rules.conformance.get(event), context);
    if (refusal) return { refusal };
    const dropped = rules.droppedProperties.get(event);
    if (dropped === undefined) return undefined;
    for (const name of dropped) {
      if (!Object.hasOwn(properties, name) || properties[name] === undefined) continue;
      repaired("dropped_property");
      // Absent, to the store.
      properties[name] = undefined;
    }
    return undefined;
  },
};

/** Counts what does not fit; a refusal where the project wants one. Properties are looked at as they were sent. */
export function unlikeItsSchema(
  event: string,
  properties: Record<string, unknown>,
  conformance: Conformance | undefined,
  { violated }: Pick<StepContext, "violated">,
): Refusal | undefined {
  const found = conformance?.checks.find(properties) ?? [];
  if (conformance === undefined || found.length === 0) return undefined;
  violated(event, found);
  return conformance.rejects ? toRefusal(found) : undefined;
}

/** The first of them has a field of its own in the reply. */
function toRefusal([first, ...more]: readonly Violation[]): Refusal {
  const field = `properties.${first?.property ?? ""}`;
  const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return {
    code: "schema_violation",
    field,
    message: `'${field}' is invalid: the data dictionary says that it ${first?.message}${others}`,
  };
}
