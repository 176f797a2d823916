import type { Column, TableColumns } from "../queries.ts";
import { tableName } from "../words.ts";
import type { Draft, Role } from "./draft.ts";

const TIMES = ["moment", "timestamp", "date"];
const IDS = ["text", "integer"];

type Guess = { role: Role; families: readonly string[]; names: RegExp };

/** Names by which columns usually go. */
const GUESSES: Record<NonNullable<Draft["kind"]>, readonly Guess[]> = {
  event_stream: [
    {
      role: "time_column_name",
      families: TIMES,
      names: /^(time|timestamp|at|event_?time|.*_at|.*_time|.*date)$/i,
    },
    { role: "event_column_name", families: ["text"], names: /^(event|event_?name|event_?type)$/i },
    {
      role: "user_column_name",
      families: IDS,
      names: /^(who|user|user_?id|customer|customer_?id|distinct_?id|email)$/i,
    },
    { role: "device_column_name", families: IDS, names: /^(device|device_?id|anonymous_?id)$/i },
    {
      role: "json_properties_column_name",
      families: ["json"],
      names: /^(properties|data|payload|attributes)$/i,
    },
    { role: "$insert_id", families: ["text"], names: /^(insert_?id|event_?id|message_?id|uuid)$/i },
  ],
  people: [
    { role: "user_column_name", families: IDS, names: /^(id|user_?id|customer_?id|distinct_?id|email)$/i },
  ],
  groups: [{ role: "group_id_column", families: IDS, names: /^(id|.*_id|name)$/i }],
  lookup_table: [{ role: "property_key_column_name", families: IDS, names: /^(id|sku|key|code|.*_id)$/i }],
};

/** A first guess at what the columns mean, to be looked at and changed. */
export function suggestRoles(draft: Draft, { columns, key }: TableColumns): Draft {
  const kind = draft.kind ?? "event_stream";
  const taken = new Set<string>();
  const roles: Partial<Record<Role, string>> = {};
  for (const { role, families, names } of GUESSES[kind]) {
    const fitting = columns.filter(
      ({ name, mapped_type: type }) => families.includes(type) && !taken.has(name),
    );
    const found = best(fitting, names, role === "time_column_name");
    if (found === undefined) continue;
    taken.add(found.name);
    roles[role] = found.name;
  }
  if (kind === "people" && roles.user_column_name === undefined && key.length === 1 && key[0] !== undefined)
    roles.user_column_name = key[0];
  const event =
    kind === "event_stream" && roles.event_column_name === undefined ? eventName(draft) : undefined;
  return { ...draft, roles, ...(event === undefined ? {} : { event }) };
}

/** By its name; of times any will do, those first that cannot be empty. */
function best(columns: readonly Column[], names: RegExp, any: boolean): Column | undefined {
  const byName = columns.filter(({ name }) => names.test(name));
  const full = (list: readonly Column[]) => list.find(({ nullable }) => !nullable) ?? list[0];
  return full(byName) ?? (any ? full(columns) : undefined);
}

/** `public.order_lines` → "Order lines". */
function eventName({ table = {} }: Draft): string | undefined {
  const last = tableName(table)
    .split(/[./]/)
    .findLast((part) => /[a-z]/i.test(part) && part !== "parquet");
  const words = last?.replaceAll(/[_*-]+/g, " ").trim();
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : undefined;
}
