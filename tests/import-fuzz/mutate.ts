import { gzipSync } from "node:zlib";
import type { seededRandom } from "../support/random.ts";

type Random = ReturnType<typeof seededRandom>;
export type Attack = { query: string; headers: Record<string, string>; body: Buffer };

const NOW = Date.now();
const VALUES: readonly string[] = [
  "null",
  "true",
  "0",
  "-0",
  "1e400",
  "1e300",
  "-1e300",
  '"99999999999999999999"',
  "-1e400",
  "1e-400",
  "12345678901234567890",
  "NaN",
  "Infinity",
  '""',
  '" "',
  '"\\ud800"',
  '"\\u0000"',
  '"\\uFFFD"',
  '"🙂"',
  "[]",
  "{}",
  "[[[[[[]]]]]]",
  '{"a":{"b":{"c":{"d":1}}}}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  "'single'",
  "undefined",
  `"${"x".repeat(300)}"`,
  `[${"1,".repeat(300)}1]`,
  `${"[".repeat(2000)}${"]".repeat(2000)}`,
  String(NOW),
  String(NOW / 1000),
  String(NOW + 9e6),
  "31535999999",
  "4102444800000",
  '"2026-01-01T00:00:00Z"',
  '"1700000000"',
];
const NAMES = [
  "time",
  "distinct_id",
  "$user_id",
  "$device_id",
  "$insert_id",
  "token",
  "ip",
  "$ignore",
  "bucket",
  "__proto__",
  "a",
  "toString",
  "",
  " ",
  "🙂",
  "x".repeat(256),
];
const EVENTS = [
  '"Open"',
  '"$identify"',
  '"$merge"',
  '""',
  '" "',
  "7",
  "null",
  `"${"e".repeat(256)}"`,
  '"\\ud800"',
];
const TYPES = [
  "application/json",
  "application/x-ndjson",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "nonsense",
  "",
];
const ENCODINGS = ["gzip", "GZIP", "identity", "", "br", "gzip, gzip", "deflate"];

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[random.below(values.length)] as Value;

function record(random: Random): string {
  const properties = [`"time":${NOW - random.below(1e9)}`, `"distinct_id":"u${random.below(50)}"`];
  for (let count = random.below(4); count > 0; count -= 1) {
    properties.push(`${JSON.stringify(pick(random, NAMES))}:${pick(random, VALUES)}`);
  }
  if (random.below(20) === 0) properties.splice(random.below(2), 1);
  const event = random.below(6) === 0 ? pick(random, EVENTS) : '"Open"';
  const more =
    random.below(10) === 0 ? `,${JSON.stringify(pick(random, NAMES))}:${pick(random, VALUES)}` : "";
  const shape = random.below(25) === 0 ? pick(random, VALUES) : `{${properties.join()}}`;
  return `{"event":${event},"properties":${shape}${more}}`;
}

/** A body that somebody might send by mistake or on purpose: right in most places, wrong in some. */
export function makeAttack(random: Random): Attack {
  const records = Array.from({ length: random.below(5) }, () =>
    random.below(15) === 0 ? pick(random, VALUES) : record(random),
  );
  const lines = random.below(4) === 0;
  let body: Buffer = Buffer.from(lines ? records.join("\n") : `[${records.join()}]`);
  if (random.below(8) === 0)
    body = Buffer.from(
      `data=${random.below(2) ? encodeURIComponent(body.toString()) : body.toString("base64")}`,
    );
  if (random.below(6) === 0) body = damage(random, body);
  const headers: Record<string, string> = {
    "content-type":
      random.below(3) === 0 ? pick(random, TYPES) : lines ? "application/x-ndjson" : "application/json",
  };
  if (random.below(3) === 0) {
    const encoding = random.below(2) === 0 ? "gzip" : pick(random, ENCODINGS);
    headers["content-encoding"] = encoding;
    if (random.below(5) > 0) body = gzipSync(body, { level: 1 });
    if (random.below(6) === 0) body = damage(random, body);
  }
  const strict = pick(random, [
    "",
    "strict=0",
    "strict=1",
    "strict=1",
    "strict=true",
    "strict=2",
    "strict=1&strict=0",
  ]);
  const more = random.below(20) === 0 ? `&data=${encodeURIComponent(pick(random, VALUES))}&verbose=1` : "";
  return { query: `project_id=1&${strict}${more}`, headers, body };
}

function damage(random: Random, body: Buffer): Buffer {
  const damaged = Buffer.from(body);
  if (damaged.length === 0) return Buffer.from([random.below(256)]);
  switch (random.below(4)) {
    case 0:
      return damaged.subarray(0, random.below(damaged.length));
    case 1:
      damaged[random.below(damaged.length)] = random.below(256);
      return damaged;
    case 2:
      return Buffer.concat([damaged, damaged.subarray(0, random.below(damaged.length))]);
    default:
      for (let count = 0; count < 8; count += 1) damaged[random.below(damaged.length)] = random.below(256);
      return damaged;
  }
}
