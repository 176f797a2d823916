/** What a test brings: the same seed gives the same lines. */
type Random = { below(bound: number): number; pick<Value>(values: readonly Value[]): Value };

export const LINE = {
  uuid: "0a0a0a0a-0000-4000-8000-000000000001",
  event_type: "Order placed",
  event_time: "2026-01-10 12:00:00.123999",
  user_id: "ana-of-berlin",
  device_id: "device-1",
};

const NAMES = [
  "plan",
  "price",
  "$city",
  "platform",
  "time",
  "distinct_id",
  "email",
  "$os",
  "ü",
  "mp_lib",
  "a b",
  "ip",
];
const VALUES = [
  '"text"',
  '""',
  "null",
  "{}",
  "[]",
  "[1,[2]]",
  '{"a":{"b":null}}',
  "-1",
  "0",
  "1.50",
  "true",
  "false",
  '"x\\ny"',
  '"é"',
  " 7 ",
];
const ODD = [
  "1e3",
  "12345678901234567890",
  '"\\ud800"',
  "-0",
  "0.1234567890123456",
  '{"$set":1}',
  "nul",
  "01",
];
const FIELDS = [
  ...[
    "event_properties",
    "user_properties",
    "groups",
    "data",
    "country",
    "city",
    "region",
    "platform",
    "os_name",
  ],
  ...[
    "os_version",
    "device_model",
    "device_family",
    "version_name",
    "app_version",
    "session_id",
    "language",
    "paying",
  ],
  ...["amplitude_id", "event_id", "library", "unknown", "user_creation_time", "location_lat", "__proto__"],
];
/** What fields hold, the plain ones first. */
const TEXTS: Record<string, readonly string[]> = {
  country: ['"Germany"', '"Narnia"', '""', "null", '"\\u0047ermany"', "7"],
  platform: ['"Web"', '"iOS"', '"Android"', '"constructor"', '"web"', "7"],
  device_model: ['"Windows"', '"Pixel 8"', '"iPhone"', "null", '"\\u0057indows"', "7"],
  device_family: ['"Mac OS X"', '"ubuntu"', '"TV"', "null", "[1]", '{"a":1}'],
  session_id: ["-1", "1768046400123", "null", "0", '"-1"', "-2", "-1.0"],
  user_creation_time: ['"2025-12-31 23:59:59.000000"', '"2025-12-31 23:59:59"', '"yesterday"', "7"],
};
const SCALARS = ['"text"', '"é"', "null", '""', "1.50", "true", ...VALUES];

/** Lines of an export, plain and odd and broken. */
export function* madeLines(count: number, random: Random): Generator<string> {
  for (let number = 0; number < count; number += 1) {
    const isPlain = random.below(3) > 0;
    const value = (): string => random.pick(isPlain || random.below(20) > 0 ? VALUES : ODD);
    const object = (): string => {
      const names = Array.from({ length: random.below(6) }, () => random.pick(NAMES));
      const chosen = isPlain ? [...new Set(names)] : names;
      return `{${chosen.map((name) => `"${name}":${value()}`).join()}}`;
    };
    const scalar = (field: string): string => {
      const texts = Object.hasOwn(TEXTS, field) ? (TEXTS[field] ?? []) : SCALARS;
      return random.pick(isPlain ? texts.slice(0, field === "user_creation_time" ? 2 : 4) : texts);
    };
    const parts = Object.entries(LINE).map(([name, text]) => `"${name}":"${text}"`);
    for (const field of FIELDS) {
      if (random.below(3) === 0) continue;
      const isObject = field.includes("properties") || field === "groups" || field === "data";
      const made = isObject ? object() : field === "unknown" ? value() : scalar(field);
      parts.splice(random.below(parts.length + 1), 0, `"${field}":${made}`);
    }
    yield `{${parts.join(random.below(5) === 0 ? ", " : ",")}}`;
  }
}
