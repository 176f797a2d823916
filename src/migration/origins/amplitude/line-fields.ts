import { fieldKnown, KIND } from "../../text/scanner/scanner.ts";
import { KEPT, RENAMED } from "./context-properties.ts";
import { RANK } from "./property-slots.ts";

/** Strings without escapes, or null. */
const TEXTS = ["event_type", "event_time", "user_id", "device_id", "uuid", "user_creation_time"] as const;
/** Values that stand for something else by what others say. */
const VALUES = [
  ...["session_id", "country", "version_name", "app_version"],
  ...["platform", "os_name", "os_version", "device_model", "device_family"],
] as const;
const PROPERTIES = { user_properties: RANK.user, groups: RANK.group, event_properties: RANK.event } as const;

/** Those that are looked at. */
export const FIELDS: readonly string[] = [
  ...new Set<string>([
    ...TEXTS,
    ...VALUES,
    ...KEPT,
    ...RENAMED.map(([from]) => from),
    ...Object.keys(PROPERTIES),
    "data",
  ]),
];

/** Where the place of a field is kept. 0 is for those that are read over. */
export const indexOf = (name: string): number => FIELDS.indexOf(name) + 1;

/** What is done about a field that is looked at. */
export function knownOf(name: string): number {
  if (name === "data") return fieldKnown(KIND.any, indexOf(name), 0);
  if (Object.hasOwn(PROPERTIES, name))
    return fieldKnown(KIND.properties, indexOf(name), PROPERTIES[name as keyof typeof PROPERTIES]);
  const isText = (TEXTS as readonly string[]).includes(name);
  return fieldKnown(isText ? KIND.text : KIND.value, indexOf(name), 0);
}
