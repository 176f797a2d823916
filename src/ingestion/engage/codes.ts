import type { RepairCode } from "../codes.ts";

/** Why an update of a profile was not taken. A closed list: each is counted by its name. */
export const PROFILE_REFUSALS = [
  "not_json",
  "not_an_object",
  "token_missing",
  "too_many_tokens",
  "id_missing",
  "id_placeholder",
  "id_too_long",
  "id_characters",
  "person_in_group_record",
  "group_missing",
  "operator_missing",
  "operator_invalid",
  "not_a_number",
  "time_invalid",
  "time_too_early",
  "time_in_future",
  "invalid_utf8",
  "number_out_of_range",
  "property_name_too_long",
  "too_many_properties",
  "value_too_large",
  "too_deep",
  "record_too_large",
] as const;
export type ProfileRefusalCode = (typeof PROFILE_REFUSALS)[number];

/** What is mended or left out so that an update can be taken: as the doors of events call it. */
export type ProfileRepairCode = Extract<RepairCode, "time_set_to_arrival" | "reserved_property_removed">;

export type ProfileRefusal = { code: ProfileRefusalCode; field: string; message: string };

/** In the words of the other doors: the field, and what must be otherwise. */
export const invalid = (code: ProfileRefusalCode, field: string, sentence: string): ProfileRefusal => ({
  code,
  field,
  message: `'${field}' is invalid: ${sentence}`,
});
