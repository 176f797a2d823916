import { childrenOf, type Expression } from "../expression/tree.ts";
import { type Use, usesIn } from "./condition.ts";
import { type ReportFailure, refuseField } from "./failure.ts";
import type { SegmentationPlan } from "./plan.ts";
import type { Sources } from "./sources.ts";

export type KnownNames = Sources & {
  /** Properties that the dictionary declares, though no event may have had one yet. */
  declared: { has(name: string): boolean };
};

/** Every expression of a plan. */
export const usesOf = ({ measure, series, breakdown }: SegmentationPlan): Use[] => [
  ...("of" in measure ? [{ field: "measure", of: measure.of, picked: measure.picked }] : []),
  ...(breakdown === null ? [] : [{ field: "breakdown", of: breakdown.of, picked: breakdown.picked }]),
  ...series.flatMap(({ condition }) => usesIn(condition)),
];

/** The first thing that a question names and nothing has. */
export function checkReferences(uses: readonly Use[], known: KnownNames): ReportFailure | undefined {
  for (const use of uses) {
    const failure = checkUse(use, use.of, known);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function checkUse(use: Use, part: Expression, known: KnownNames): ReportFailure | undefined {
  if (part.kind === "read") return checkRead(use, part, known);
  if (part.kind === "and" || part.kind === "or") {
    for (const operand of part.operands) {
      const failure = checkOperand(use, operand, known);
      if (failure !== undefined) return failure;
    }
  }
  for (const child of childrenOf(part)) {
    const failure = checkUse(use, child, known);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

const FIELDS = new Set(["$time", "$event_name"]);

function checkRead(
  { field, picked }: Use,
  { root, path: [name, ...steps], column }: Extract<Expression, { kind: "read" }>,
  known: KnownNames,
): ReportFailure | undefined {
  if (root === "user") return checkProfile({ field, picked }, name, steps, known);
  if (root === "event" && !FIELDS.has(name))
    return refuseField(field, `column ${column}: event["${name}"] cannot be used in a report`).failure;
  if (!picked || root === "event") return undefined;
  const exists =
    known.catalog.has(name) || known.dialect.added(name) !== undefined || known.declared.has(name);
  if (!exists)
    return refuseField(`${field}.property`, `no event has had a property '${name}'; names are case sensitive`)
      .failure;
  const [step] = steps;
  return step === undefined ? undefined : checkLookup(field, name, step, known);
}

function checkProfile(
  { field, picked }: Pick<Use, "field" | "picked">,
  name: string,
  steps: readonly string[],
  { people }: KnownNames,
): ReportFailure | undefined {
  const place = picked ? `${field}.property` : field;
  if (people === null) return refuseField(place, "profiles cannot be used here").failure;
  if (people.isCut)
    return refuseField(place, `more profiles have '${name}' than a report can join; use another property`)
      .failure;
  if (!picked) return undefined;
  if (steps.length > 0)
    return refuseField(`${field}.column`, "lookup tables of profile properties cannot be used in a report")
      .failure;
  return people.found.has(name)
    ? undefined
    : refuseField(place, `no profile has a property '${name}'; names are case sensitive`).failure;
}

function checkLookup(
  field: string,
  property: string,
  column: string,
  { lookups }: KnownNames,
): ReportFailure | undefined {
  const table = lookups.get(property);
  if (table === undefined)
    return refuseField(`${field}.column`, `'${property}' is not mapped to a lookup table`).failure;
  const names = table.columns.map(({ name }) => name);
  if (names.includes(column)) return undefined;
  const has = names.join(", ");
  return refuseField(`${field}.column`, `the lookup table has no column '${column}'; it has ${has}`).failure;
}

/** A property that only ever was a number or a text is no operand of `and`; what was sometimes true counts when it is. */
function checkOperand(
  { field }: Use,
  operand: Expression,
  { catalog }: KnownNames,
): ReportFailure | undefined {
  if (operand.kind !== "read" || operand.root !== "properties" || operand.path.length > 1) return undefined;
  const entry = catalog.get(operand.path[0]);
  if (entry === undefined || entry.inRest || entry.type === "boolean" || entry.type === null)
    return undefined;
  const found = { varchar: "string", double: "number", json: "list or object" }[entry.type];
  return refuseField(
    field,
    `column ${operand.column}: true or false is needed here, not a ${found}; compare it with something or use boolean(…)`,
  ).failure;
}
