import { fail, ok, type Result } from "../../platform/result.ts";
import type { ProfileKey, ProfileUpdate, Properties } from "../../profiles/index.ts";
import { isSound } from "../draft.ts";
import { idText } from "../id-text.ts";
import { isPlaceholder } from "../placeholders.ts";
import type { ValueContext } from "./check-values.ts";
import { invalid, type ProfileRefusal } from "./codes.ts";
import { withoutKept } from "./kept-properties.ts";
import { readOperators } from "./read-operators.ts";
import { readTime, type TimeContext } from "./read-time.ts";

export type ProfileDoor = "engage" | "groups";

export type UpdateContext = ValueContext &
  TimeContext & {
    door: ProfileDoor;
    recordMaxBytes: number;
    idMaxBytes: number;
    /** Whether the whole body is smaller than one record may be. */
    sizeIsSound: boolean;
  };

/** One record of `/engage` or `/groups`, as what it does to a profile; or why not. */
export function readUpdate(
  record: Properties,
  context: UpdateContext,
): Result<ProfileUpdate, ProfileRefusal> {
  const key = context.door === "engage" ? readPerson(record, context) : readGroup(record, context);
  if (!key.ok) return key;
  const timeMs = readTime(own(record, "$time"), context);
  if (!timeMs.ok) return timeMs;
  const operators = readOperators(record, context);
  if (!operators.ok) return operators;
  if (!context.sizeIsSound && Buffer.byteLength(JSON.stringify(operators.value)) > context.recordMaxBytes) {
    const message = `record must not be larger than ${context.recordMaxBytes} bytes`;
    return fail({ code: "record_too_large", field: "", message });
  }
  return ok({
    ...key.value,
    timeMs: timeMs.value,
    touches: !isTrue(record, "$ignore_time"),
    followsLinks: !isTrue(record, "$ignore_alias"),
    ...withoutKept(operators.value, (field) => context.repaired("reserved_property_removed", field)),
  });
}

const own = (record: Properties, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;
/** Some clients write flags as text or numbers. */
const isTrue = (record: Properties, name: string): boolean => {
  const flag = own(record, name);
  return flag === true || flag === 1 || flag === "1" || (typeof flag === "string" && /^true$/i.test(flag));
};

function readPerson(record: Properties, context: UpdateContext): Result<ProfileKey, ProfileRefusal> {
  const id = readId(record, "$distinct_id", context);
  if (!id.ok) return id;
  return isPlaceholder(id.value)
    ? fail(invalid("id_placeholder", "$distinct_id", "must not be a placeholder value"))
    : ok({ groupKey: "", id: id.value });
}

function readGroup(record: Properties, context: UpdateContext): Result<ProfileKey, ProfileRefusal> {
  if (Object.hasOwn(record, "$distinct_id")) {
    const sentence = "must not be in the record of a group; send people's records to /engage";
    return fail(invalid("person_in_group_record", "$distinct_id", sentence));
  }
  const groupKey = readId(record, "$group_key", context);
  if (!groupKey.ok) return groupKey;
  const id = readId(record, "$group_id", context);
  return id.ok ? ok({ groupKey: groupKey.value, id: id.value }) : id;
}

function readId(record: Properties, field: string, context: UpdateContext): Result<string, ProfileRefusal> {
  const given = own(record, field);
  const isMissing = given === undefined || given === null || given === "";
  const id = isMissing ? undefined : idText(given);
  if (id === undefined) {
    const code = field === "$distinct_id" ? "id_missing" : "group_missing";
    return fail(
      invalid(code, field, isMissing ? "must not be missing or empty" : "must be a text or a number"),
    );
  }
  if (Buffer.byteLength(id) > context.idMaxBytes)
    return fail(invalid("id_too_long", field, `must not be longer than ${context.idMaxBytes} bytes`));
  if (!isSound(id, context.text)) return fail(invalid("invalid_utf8", field, "string should be valid utf8"));
  return id.includes("\0")
    ? fail(invalid("id_characters", field, "must not contain the character U+0000"))
    : ok(id);
}
