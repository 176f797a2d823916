import type { ImportKind } from "../choices.ts";
import type { Role } from "./draft.ts";

export type RoleWords = {
  role: Role;
  label: string;
  hint: string;
  required?: true;
  /** Families of columns that can play it; the server has the last word. */
  families: readonly string[];
};

const TIMES = ["moment", "timestamp", "date"];
const IDS = ["text", "integer", "decimal"];
const JSON_COLUMN: RoleWords = {
  role: "json_properties_column_name",
  label: "JSON properties",
  hint: "The keys of its objects become properties.",
  families: ["json", "text"],
};
export const INSERT_TIME: RoleWords = {
  role: "insert_time_column_name",
  label: "Insert time",
  hint: "When a row was written: a time-based sync reads on from here.",
  families: [...TIMES, "integer"],
};

/** The parts that columns can play, by what the rows become. */
export const ROLES_OF: Record<ImportKind, readonly RoleWords[]> = {
  event_stream: [
    {
      role: "time_column_name",
      label: "Time",
      hint: "When the event happened.",
      required: true,
      families: [...TIMES, "integer", "decimal", "float", "text"],
    },
    { role: "user_column_name", label: "User id", hint: "Becomes $user_id.", families: IDS },
    {
      role: "device_column_name",
      label: "Device id",
      hint: "Becomes $device_id; a row with both ids links the two.",
      families: IDS,
    },
    {
      role: "$insert_id",
      label: "Insert id",
      hint: "Recommended: events with the same one count once. Without it the row's key is used.",
      families: ["text", "integer"],
    },
    {
      role: "distinct_id",
      label: "Distinct id",
      hint: "Only where rows have neither a user nor a device id.",
      families: IDS,
    },
    {
      role: "company_column_name",
      label: "Company",
      hint: "Required in projects that have a company key.",
      families: IDS,
    },
    JSON_COLUMN,
  ],
  people: [
    {
      role: "user_column_name",
      label: "User id",
      hint: "Whose profile a row is.",
      required: true,
      families: IDS,
    },
    JSON_COLUMN,
  ],
  groups: [
    {
      role: "group_id_column",
      label: "Group id",
      hint: "Which group of the group key a row is about.",
      required: true,
      families: IDS,
    },
    JSON_COLUMN,
  ],
  lookup_table: [
    {
      role: "property_key_column_name",
      label: "Key column",
      hint: "Holds the values of the property; each only once.",
      required: true,
      families: [...IDS, "boolean", "date"],
    },
  ],
};
