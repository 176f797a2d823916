import { useQueries, useQuery } from "@tanstack/react-query";
import type { PickerItem } from "../ui/Combobox.tsx";
import { propertyNamesQuery, propertyValuesQuery } from "./queries.ts";

/** What every event may have and menus do not list: by these old events are found. */
const ALWAYS: readonly PickerItem[] = [
  { name: "$warehouse_import_id", detail: "Which warehouse import brought it", kind: "number" },
  { name: "$warehouse_import_job_id", detail: "Which run of the import brought it", kind: "string" },
  { name: "$import", detail: "Whether it was imported", kind: "boolean" },
  { name: "$source", detail: "How it came in", kind: "string" },
  { name: "distinct_id", detail: "Whose event it is", kind: "string" },
  { name: "$insert_id", detail: "What copies are told by", kind: "string" },
];

/** The properties one can ask about, with the type of those that are in use: operators and values follow from it. */
export function usePropertyItems(
  projectId: number,
  event: string | undefined,
  used: readonly string[],
): PickerItem[] {
  const names = useQuery(propertyNamesQuery(projectId, event));
  const unknown = [...new Set(used)].filter(
    (name) => name !== "" && !ALWAYS.some((item) => item.name === name),
  );
  const values = useQueries({ queries: unknown.map((name) => propertyValuesQuery(projectId, name, event)) });
  const kinds = new Map(unknown.map((name, index) => [name, kindOf(values[index]?.data ?? [])]));
  const seen = (names.data ?? []).map(
    ({ name, display_name: displayName }): PickerItem => ({
      name,
      displayName: displayName ?? undefined,
      kind: kinds.get(name),
    }),
  );
  return [...seen.filter(({ name }) => !ALWAYS.some((item) => item.name === name)), ...ALWAYS];
}

/** The type that all values seen have in common, if they do. */
export function kindOf(values: readonly unknown[]): string | undefined {
  const kinds = new Set(values.filter((value) => value !== null).map(typeOf));
  const [only] = kinds;
  return kinds.size === 1 ? only : undefined;
}

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return "list";
  if (
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(value)
  )
    return "datetime";
  return typeof value;
};
