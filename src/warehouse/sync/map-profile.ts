import type { Cell } from "../connector.ts";
import { emptyRecord } from "../values/empty-record.ts";
import { limitNesting } from "../values/limit-nesting.ts";
import { parseJson } from "../values/parse-json.ts";
import { type ToProperty, toPropertyOf } from "../values/to-property.ts";
import type { ValueWarning } from "../values/warnings.ts";
import type { ProfilePlan } from "./profile-plan.ts";

/** What a row says of a profile: the properties that have a value. */
export type ProfileMapper = (row: readonly Cell[]) => Record<string, unknown>;

type Warn = (code: ValueWarning | "json_invalid", column: string) => void;

/** Empty: the row is nobody's. */
export const idOf = (row: readonly Cell[], plan: ProfilePlan): string => String(row[plan.id] ?? "").trim();

export const idMissing = ({ columns, id }: ProfilePlan) => ({
  code: "id_missing",
  field: columns[id]?.name ?? "",
  message: "the row has no id",
});

export function profileMapper(plan: ProfilePlan, warn: Warn): ProfileMapper {
  const properties: { at: number; name: string; toProperty: ToProperty }[] = plan.properties.map(
    ({ at, column, name }) => ({ at, name, toProperty: toPropertyOf(column, warn) }),
  );
  return (row) => {
    const set = plan.json === null ? emptyRecord() : readJson(plan, plan.json, row, warn);
    for (const { at, name, toProperty } of properties) {
      const value = toProperty(row[at] ?? null);
      if (value !== undefined) set[name] = value;
    }
    return set;
  };
}

/** The keys of the JSON column; columns of the same name stand above them. */
function readJson(
  { columns }: ProfilePlan,
  at: number,
  row: readonly Cell[],
  warn: Warn,
): Record<string, unknown> {
  const set = emptyRecord();
  const column = columns[at]?.name ?? "";
  try {
    const value = parseJson(String(row[at] ?? "null"), column, warn);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return set;
    for (const [name, inner] of Object.entries(value)) {
      if (inner !== null) set[name] = limitNesting(inner, name, warn);
    }
  } catch {
    warn("json_invalid", column);
  }
  return set;
}
