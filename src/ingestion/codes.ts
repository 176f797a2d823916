/** Why a record was not taken. A closed list: each has one field and one sentence, and is counted by its name. */
export const REFUSALS = [
  "not_json",
  "not_an_object",
  "event_missing",
  "event_name_too_long",
  "properties_missing",
  "time_missing",
  "time_invalid",
  "time_too_early",
  "time_in_future",
  "time_too_old",
  "id_missing",
  "id_placeholder",
  "id_too_long",
  "insert_id_too_long",
  "insert_id_characters",
  "insert_id_placeholder",
  "invalid_utf8",
  "number_out_of_range",
  "event_too_large",
  "too_many_properties",
  "property_name_too_long",
  "too_many_keys",
  "list_too_long",
  "too_deep",
  "identity_event",
  "schema_violation",
] as const;
export type RefusalCode = (typeof REFUSALS)[number];

/** Why a record that was fine is not stored all the same. It counts as accepted. */
export const DROPS = ["ignored", "identity_event_ignored", "dropped_event", "too_old"] as const;
export type DropCode = (typeof DROPS)[number];

/** What was mended or left out so that a record could be stored. */
export const REPAIRS = [
  "time_set_to_arrival",
  "insert_id_replaced",
  "id_emptied",
  "reserved_property_removed",
  "dropped_property",
  "large_value",
] as const;
export type RepairCode = (typeof REPAIRS)[number];

/** One record's refusal, in the words the caller gets. */
export type Refusal = { code: RefusalCode; field: string; message: string };
