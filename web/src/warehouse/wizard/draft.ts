import {
  FREQUENCY_VALUES,
  type Frequency,
  type ImportKind,
  KIND_VALUES,
  MODE_VALUES,
  type SyncMode,
} from "../choices.ts";
import type { TableParams } from "../queries.ts";

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
      kind: KIND_VALUES.find((kind) => kind === given.kind),
      event: text(given.event),
      roles: readRoles(given.roles),
      rename: texts(given.rename),
      exclude: names(given.exclude),
      key: names(given.key),
      groupKey: text(given.groupKey),
      property: text(given.property),
      subject: given.subject === "user" ? "user" : undefined,
      mode: MODE_VALUES.find((mode) => mode === given.mode),
      every: FREQUENCY_VALUES.find((every) => every === given.every),
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

/** Without what belonged to another table. */
export const forTable = (draft: Draft, source: number, table: TableParams | undefined): Draft => ({
  source,
  ...(table === undefined ? {} : { table }),
  ...(draft.kind === undefined ? {} : { kind: draft.kind }),
});

/** Without what was said for another kind: its columns play other parts, and it runs in other modes. */
export const forKind = ({ source, table }: Draft, kind: ImportKind): Draft => ({
  ...(source === undefined ? {} : { source }),
  ...(table === undefined ? {} : { table }),
  kind,
});
