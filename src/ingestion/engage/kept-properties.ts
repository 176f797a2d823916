import type { Operators } from "./read-operators.ts";

/** The server keeps it by itself: if records could write it, nobody could rely on it. */
const KEPT = "$last_seen";
const OPERATORS = {
  setOnce: "$set_once",
  set: "$set",
  add: "$add",
  append: "$append",
  union: "$union",
  remove: "$remove",
} as const;

/** Leaves out what no record may say, and tells where it was said. */
export function withoutKept(operators: Operators, leftOut: (field: string) => void): Operators {
  const others: Record<string, unknown> = { ...operators };
  for (const [key, operator] of Object.entries(OPERATORS) as [keyof typeof OPERATORS, string][]) {
    const said = operators[key];
    if (said === undefined || !Object.hasOwn(said, KEPT)) continue;
    // By entries: `__proto__` is a name like any other.
    others[key] = Object.fromEntries(Object.entries(said).filter(([name]) => name !== KEPT));
    leftOut(`${operator}.${KEPT}`);
  }
  if (operators.unset?.includes(KEPT)) {
    others.unset = operators.unset.filter((name) => name !== KEPT);
    leftOut("$unset");
  }
  return others;
}
