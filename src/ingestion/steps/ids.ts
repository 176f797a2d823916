import { type Draft, refuse, type Step, type StepContext, type StepOutcome } from "../draft.ts";
import { idText } from "../id-text.ts";
import { isPlaceholder } from "../placeholders.ts";

const DEVICE = "$device:";
const NAMES = ["distinct_id", "$user_id", "$device_id"] as const;
type IdName = (typeof NAMES)[number];

/**
 * Whose event it is, as the record itself says (simplified identity): the user id when there is one, else the device, else the
 * distinct id that was sent. A link made by another record is never applied here: links count when a question is asked.
 */
export const ids: Step = {
  name: "ids",
  run(draft, context) {
    const found: Partial<Record<IdName, string>> = {};
    for (const name of NAMES) {
      const outcome = readId(draft, name, context, found);
      if (outcome) return outcome;
    }
    const { distinct_id: sent, $user_id: user, $device_id: device } = found;
    if (sent === undefined && user === undefined && device === undefined) return noId(draft, context);
    const bareDevice = device?.startsWith(DEVICE) ? device.slice(DEVICE.length) : device;
    if (user !== undefined) return place(draft, user, user, bareDevice);
    if (bareDevice !== undefined) return place(draft, DEVICE + bareDevice, undefined, bareDevice);
    if (sent?.startsWith(DEVICE)) return place(draft, sent, undefined, sent.slice(DEVICE.length));
    return place(draft, sent ?? "", sent === "" ? undefined : sent, undefined);
  },
};

function place(
  draft: Draft,
  distinctId: string,
  userId: string | undefined,
  deviceId: string | undefined,
): undefined {
  draft.distinctId = distinctId;
  draft.userId = userId;
  draft.deviceId = deviceId;
}

function readId(
  draft: Draft,
  name: IdName,
  context: StepContext,
  found: Partial<Record<IdName, string>>,
): StepOutcome {
  if (!Object.hasOwn(draft.properties, name)) return undefined;
  const given = draft.properties[name];
  if (given === undefined) return undefined;
  const id = idText(given);
  // The browser sends empty user and device ids for "none"; an empty distinct id is somebody's choice.
  if (id === "" && name !== "distinct_id") return undefined;
  const field = `properties.${name}`;
  // A list or an object names nobody: the same as no id worth the name.
  if (id === undefined || isPlaceholder(id)) {
    if (context.strict)
      return refuse("id_placeholder", field, `'${field}' is invalid: must not be a placeholder value`);
    context.repaired("id_emptied");
    if (name === "distinct_id") found[name] = "";
    return undefined;
  }
  if (id.length > context.limits.idMaxBytes || Buffer.byteLength(id) > context.limits.idMaxBytes) {
    const message = `'${field}' is invalid: must not be longer than ${context.limits.idMaxBytes} bytes`;
    return refuse("id_too_long", field, message);
  }
  found[name] = id;
  return undefined;
}

function noId(draft: Draft, context: StepContext): StepOutcome {
  if (context.strict) {
    const field = "properties.distinct_id";
    return refuse("id_missing", field, `'${field}' is invalid: must not be missing`);
  }
  const { anonymousId = "" } = context;
  return place(draft, anonymousId, anonymousId === "" ? undefined : anonymousId, undefined);
}
