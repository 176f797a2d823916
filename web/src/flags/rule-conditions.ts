/** What a rule asks of one property. A form can show a rule that is a list of these; any other is shown as JSON. */
export type Operator =
  | "is"
  | "is_not"
  | "contains"
  | "one_of"
  | "above"
  | "below"
  | "version_from"
  | "is_set";
export type Condition = { property: string; operator: Operator; value: string };

export const OPERATORS: readonly { value: Operator; label: string }[] = [
  { value: "is", label: "is" },
  { value: "is_not", label: "is not" },
  { value: "one_of", label: "is one of" },
  { value: "contains", label: "contains" },
  { value: "above", label: "is above" },
  { value: "below", label: "is below" },
  { value: "version_from", label: "is version … or later" },
  { value: "is_set", label: "is set" },
];

type Made = {
  build: (of: { var: string }, value: string) => unknown;
  read: (rule: unknown) => Condition | undefined;
};

const MADE: Record<Operator, Made> = {
  is: comparison("is", "=="),
  is_not: comparison("is_not", "!="),
  above: comparison("above", ">"),
  below: comparison("below", "<"),
  contains: {
    build: (of, value) => ({ in: [value, of] }),
    read: (rule) => {
      const [value, of] = argumentsOf(rule, "in");
      const property = nameOf(of);
      return property === undefined || typeof value !== "string"
        ? undefined
        : { property, operator: "contains", value };
    },
  },
  one_of: {
    build: (of, value) => ({ in: [of, value.split(",").map((part) => typed(part.trim()))] }),
    read: (rule) => {
      const [of, values] = argumentsOf(rule, "in");
      const property = nameOf(of);
      if (property === undefined || !Array.isArray(values) || !values.every(isSayable)) return undefined;
      return { property, operator: "one_of", value: values.map(String).join(", ") };
    },
  },
  version_from: {
    build: (of, value) => ({ semver_compare: [of, ">=", value] }),
    read: (rule) => {
      const [of, sign, value] = argumentsOf(rule, "semver_compare");
      const property = nameOf(of);
      if (property === undefined || sign !== ">=" || typeof value !== "string") return undefined;
      return { property, operator: "version_from", value };
    },
  },
  is_set: {
    build: (of) => ({ "!!": [of] }),
    read: (rule) => {
      const property = nameOf(argumentsOf(rule, "!!")[0]);
      return property === undefined ? undefined : { property, operator: "is_set", value: "" };
    },
  },
};

function comparison(operator: Operator, sign: string): Made {
  return {
    build: (of, value) => ({ [sign]: [of, typed(value)] }),
    read: (rule) => {
      const [of, value] = argumentsOf(rule, sign);
      const property = nameOf(of);
      return property === undefined || typed(String(value)) !== value
        ? undefined
        : { property, operator, value: String(value) };
    },
  };
}

function argumentsOf(rule: unknown, sign: string): unknown[] {
  if (typeof rule !== "object" || rule === null || Object.keys(rule).length !== 1) return [];
  const value = (rule as Record<string, unknown>)[sign];
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

const nameOf = (of: unknown): string | undefined => {
  const [name] = argumentsOf(of, "var");
  return typeof name === "string" && name !== "" ? name : undefined;
};

/** Numbers and booleans are meant as such. */
function typed(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Whether a value of a list comes back as it was: "7" would become a number, and mean nobody whose id is a text. */
const isSayable = (value: unknown): boolean =>
  !String(value).includes(",") && typed(String(value).trim()) === value;

/** Undefined: no rule that is a list of conditions. Nothing at all is a list without any. */
export function readRule(rule: unknown): Condition[] | undefined {
  if (rule === undefined || rule === null) return [];
  const parts = argumentsOf(rule, "and");
  const all = parts.length > 0 ? parts : [rule];
  const conditions = all.map((part) =>
    Object.values(MADE)
      .map(({ read }) => read(part))
      .find((found) => found !== undefined),
  );
  return conditions.every((one) => one !== undefined) ? conditions : undefined;
}

/** A condition that names no property says nothing yet: without it the rule would be of everybody. */
export const isUnfinished = ({ property }: Condition): boolean => property.trim() === "";

/** Every condition must hold. */
export function buildRule(conditions: readonly Condition[]): unknown {
  const parts = conditions
    .filter((condition) => !isUnfinished(condition))
    .map(({ property, operator, value }) => MADE[operator].build({ var: property.trim() }, value));
  if (parts.length === 0) return null;
  return parts.length === 1 ? parts[0] : { and: parts };
}
