import { ByteTable, type Named } from "../../text/byte-table.ts";
import { type QuotedName, quotedName } from "../../text/quoted-name.ts";
import { KEPT, RENAMED } from "./context-properties.ts";
import { RANK } from "./property-slots.ts";

/** What is done about a field of a line. */
export const KIND = { passed: 0, text: 1, value: 2, properties: 3, data: 4 } as const;

export type Field = Named &
  QuotedName & {
    readonly kind: number;
    /** Where its place is kept; 0 for one that is read over. */
    readonly index: number;
    readonly rank: number;
    next: Field | undefined;
    seenIn: number;
  };

const FIELD_NAMES_MAX = 5_000;

/** Strings without escapes, or null. */
const TEXTS = ["event_type", "event_time", "user_id", "device_id", "uuid", "user_creation_time"] as const;
/** Values that stand for something else by what others say. */
const VALUES = [
  ...["session_id", "country", "version_name", "app_version"],
  ...["platform", "os_name", "os_version", "device_model", "device_family"],
] as const;
const PROPERTIES = { user_properties: RANK.user, groups: RANK.group, event_properties: RANK.event } as const;

const NAMES: readonly string[] = [
  ...new Set<string>([
    ...TEXTS,
    ...VALUES,
    ...KEPT,
    ...RENAMED.map(([from]) => from),
    ...Object.keys(PROPERTIES),
    "data",
  ]),
];

export const FIELDS = NAMES.length + 1;
/** Of a field that is looked at. */
export const indexOf = (name: string): number => NAMES.indexOf(name) + 1;

export const fieldTable = (): ByteTable<Field> => {
  const table = new ByteTable<Field>(makeField, FIELD_NAMES_MAX);
  for (const name of NAMES) table.find(Buffer.from(name), 0, name.length);
  return table;
};

export function makeField(bytes: Buffer): Field {
  const name = bytes.toString();
  const rank = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name as keyof typeof PROPERTIES] : 0;
  return {
    ...{ bytes, ...quotedName(bytes) },
    ...{ kind: kindOf(name), index: indexOf(name), rank, next: undefined, seenIn: 0 },
  };
}

function kindOf(name: string): number {
  if (Object.hasOwn(PROPERTIES, name)) return KIND.properties;
  if ((TEXTS as readonly string[]).includes(name)) return KIND.text;
  if (name === "data") return KIND.data;
  return NAMES.includes(name) ? KIND.value : KIND.passed;
}
