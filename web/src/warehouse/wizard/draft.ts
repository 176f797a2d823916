import type { ImportBody, TableParams } from "../queries.ts";
import { FREQUENCIES, type Frequency, type ImportKind, KINDS, MODES, type SyncMode } from "../words.ts";

export const STEPS = ["table", "map", "mode", "review"] as const;
export type Step = (typeof STEPS)[number];

/** A part that a column can play. The last two are properties with a meaning of their own. */
export const ROLES = [
  "time_column_name",
  "event_column_name",
  "user_column_name",
  "device_column_name",
  "company_column_name",
  "json_properties_column_name",
  "insert_time_column_name",
  "group_id_column",
  "property_key_column_name",
  "$insert_id",
  "distinct_id",
] as const;
export type Role = (typeof ROLES)[number];

/** An import that is being made, as the address has it: a reload or a shared link goes on where it was. */
export type Draft = {
  step?: Step;
  source?: number;
  table?: TableParams;
  kind?: ImportKind;
  /** One name for all events, where no column says it. */
  event?: string;
  roles?: Partial<Record<Role, string>>;
  /** Column → property. */
  rename?: Record<string, string>;
  exclude?: string[];
  key?: string[];
  groupKey?: string;
  property?: string;
  subject?: "event" | "user";
  mode?: SyncMode;
  every?: Frequency;
  /** Days, for a try with a part of the table. */
  from?: string;
  to?: string;
  notNull?: true;
};

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What does not fit is left out: an old link still opens the wizard. */
export function readDraft(given: Record<string, unknown>): Draft {
  const { source, notNull } = given;
  return Object.fromEntries(
    Object.entries({
      step: STEPS.find((step) => step === given.step),
      source: Number.isInteger(source) ? source : undefined,
      table: texts(given.table),
      kind: KINDS.find(({ value }) => value === given.kind)?.value,
      event: text(given.event),
      roles: readRoles(given.roles),
      rename: texts(given.rename),
      exclude: names(given.exclude),
      key: names(given.key),
      groupKey: text(given.groupKey),
      property: text(given.property),
      subject: given.subject === "user" ? "user" : undefined,
      mode: MODES.find(({ value }) => value === given.mode)?.value,
      every: FREQUENCIES.find(({ value }) => value === given.every)?.value,
      from: day(given.from),
      to: day(given.to),
      notNull: notNull === true ? true : undefined,
    }).filter(([, value]) => value !== undefined),
  );
}

/** The router reads a name such as "2024" as a number. */
const text = (given: unknown): string | undefined => {
  const said = typeof given === "number" || typeof given === "boolean" ? String(given) : given;
  return typeof said === "string" && said !== "" ? said : undefined;
};
const day = (given: unknown): string | undefined =>
  typeof given === "string" && DAY.test(given) ? given : undefined;
const names = (given: unknown): string[] | undefined =>
  Array.isArray(given) && given.length > 0 ? given.filter((name) => typeof name === "string") : undefined;

function texts(given: unknown): Record<string, string> | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  const kept = Object.entries(given).flatMap(([key, value]) => {
    const said = text(value);
    return said === undefined ? [] : [[key, said] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function readRoles(given: unknown): Draft["roles"] {
  const all = texts(given) ?? {};
  const known = ROLES.flatMap((role) => (all[role] === undefined ? [] : [[role, all[role]] as const]));
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** The body of the API's call that this draft stands for. What is not said yet is left out, and the server says what is missing. */
export function toBody(draft: Draft): ImportBody {
  const { $insert_id: insertId, distinct_id: distinctId, ...columns } = draft.roles ?? {};
  const kind = draft.kind ?? "event_stream";
  const isEvents = kind === "event_stream";
  const properties = {
    ...draft.rename,
    ...(isEvents && insertId !== undefined ? { [insertId]: "$insert_id" } : {}),
    ...(isEvents && distinctId !== undefined ? { [distinctId]: "distinct_id" } : {}),
  };
  const every = FREQUENCIES.find(({ value }) => value === draft.every);
  return {
    import_type: kind,
    warehouse_source_id: draft.source,
    table_params: draft.table,
    sync_mode: draft.mode ?? "one_time",
    ...columns,
    ...(isEvents && columns.event_column_name === undefined && draft.event
      ? { event_name: draft.event }
      : {}),
    ...(Object.keys(properties).length === 0 ? {} : { property_mappings: properties }),
    ...(draft.exclude === undefined ? {} : { excluded_columns: draft.exclude }),
    ...(draft.key === undefined ? {} : { primary_key_columns: draft.key }),
    ...(kind === "groups" ? { group_key: draft.groupKey } : {}),
    ...(kind === "lookup_table"
      ? { service_property: { value: draft.property ?? "", resourceType: draft.subject ?? "event" } }
      : {}),
    ...(isEvents && (draft.from ?? draft.to) !== undefined
      ? { sync_window: { from: draft.from ?? null, to: draft.to ?? null } }
      : {}),
    ...(draft.notNull ? { assert_time_not_null: true } : {}),
    ...(every === undefined || draft.mode === "one_time" ? {} : { run_every: every.runEvery }),
  };
}

/** Without what belonged to another table. */
export const forTable = (draft: Draft, source: number, table: TableParams | undefined): Draft => ({
  source,
  ...(table === undefined ? {} : { table }),
  ...(draft.kind === undefined ? {} : { kind: draft.kind }),
});
