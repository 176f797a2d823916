import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../limits.ts";
import { compare, content, KNOWN, NOW, openDoors, plainEvent, scope } from "./testing/doors.ts";

describe("what is read directly", () => {
  it.each([
    ["words, numbers, booleans", { name: "Ann", amount: 12.5, flag: true, Größe: 3, "a b": "", $os: "iOS" }],
    ["both ids", { $user_id: "user-number-1", $device_id: "device-number-1" }],
    ["a device only", { $device_id: "device-number-1" }],
    ["empty ids beside a good one", { $user_id: "", $device_id: "" }],
    ["seconds", { time: 1_700_000_000 }],
    ["seconds with a fraction", { time: 1_700_000_000.123 }],
    ["an insert id", { $insert_id: "0a1b2c3d4e5f-6" }],
    ["what is only about the way here", { token: "abc", ip: 0 }],
    [
      "fractions of as many digits as a double has",
      { amount: 0.30000000000000004, Größe: -66666.66666666667 },
    ],
    ["text beyond ASCII", { name: "Zoë 漢字 🙂", distinct_id: "Jürgen Müller" }],
  ])("%s", async (_what, properties) => {
    const event = { ...plainEvent, properties: { ...plainEvent.properties, ...properties } };
    expect(await compare(JSON.stringify([event]), true)).toEqual({ plain: 1 });
    expect(await compare(`${JSON.stringify(event)}\n`, true, true)).toEqual({ plain: 1 });
  });

  it("leaves out what the dictionary drops, and counts it", async () => {
    const events = [
      { ...plainEvent, event: "Gone" },
      { ...plainEvent, properties: { ...plainEvent.properties, $os: "iOS" } },
      { ...plainEvent, event: "Other", properties: { ...plainEvent.properties, $os: "iOS" } },
    ];
    expect(await compare(JSON.stringify(events), true)).toEqual({ plain: 2 });
    const doors = openDoors();
    const body = { bytes: Buffer.from(JSON.stringify(events)), lines: false };
    expect(await doors.acceptBody(scope(true), body, () => undefined)).toMatchObject({
      value: { accepted: 3, counts: { dropped_event: 1, dropped_property: 1 } },
    });
    expect(content(doors.frames, doors.catalog)[0]).toMatchObject({
      rows: [
        { e: "Open", p1: "x" },
        { e: "Other", p7: "iOS" },
      ],
    });
  });

  it("takes blanks anywhere JSON does", async () => {
    expect(await compare(JSON.stringify([plainEvent, plainEvent], null, "\t"), true)).toEqual({ plain: 2 });
  });

  it("takes escapes of whole characters", async () => {
    const text = JSON.stringify([plainEvent]).replace('"x"', String.raw`"\u00e9\n\"\\\/ \u0000"`);
    expect(await compare(text, true)).toEqual({ plain: 1 });
  });

  it("keeps the order of records when only some are plain", async () => {
    const list = { ...plainEvent, properties: { ...plainEvent.properties, list: [1, 2], fresh: "column" } };
    expect(await compare(JSON.stringify([plainEvent, list, plainEvent, list]), true)).toEqual({ plain: 2 });
  });
});

const VALUES = [
  '"text"',
  '""',
  '" "',
  String.raw`"\ud83d\ude42"`,
  String.raw`"\ud800"`,
  String.raw`"\u12"`,
  String.raw`"\x"`,
  '"a\u0001b"',
  "1",
  "0",
  "-0",
  "-0.5",
  "-7.25",
  "00",
  "01",
  "1.",
  ".5",
  "1e5",
  "1E400",
  "123456789012345",
  "1234567890123456",
  "9007199254740993",
  "0.1234567890123456789",
  "true",
  "false",
  "tru",
  "null",
  "[]",
  "{}",
  "[1,[2]]",
  '{"a":1}',
  "undefined",
  "NaN",
  `${NOW}`,
  `${NOW + 1}`,
  `${NOW + 4_000_000}`,
  "1700000000",
  "1700000000.5",
  "31535999999",
  "31536000000",
  "31535999",
  '"1700000000"',
  '"null"',
  '"Unknown"',
  '"0"',
  '"$device:abc"',
  '"$device:unknown"',
  '"$device:"',
  '"00000000-0000-0000-0000-000000000000"',
  '"0a000000-0000-0000-0000-000000000000"',
  `"${"i".repeat(36)}"`,
  `"${"i".repeat(37)}"`,
  `"${"ü".repeat(130)}"`,
  '"a_b"',
  '"A-b-9"',
];
const NAMES = [
  ...KNOWN,
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
  "new one",
  "toString",
  "",
  String.raw`n\u0061me`,
  `${"n".repeat(255)}`,
  `${"n".repeat(256)}`,
];
const EVENTS = [
  '"Gone"',
  '"Zoë gone"',
  '"Open"',
  '"$identify"',
  '"$mp_web"',
  '"\u00a0"',
  '"\u3042"',
  '"\u041f"',
  '" a"',
  '""',
  "7",
  String.raw`"\u0041"`,
  `"${"e".repeat(256)}"`,
];

/** Mostly good records, each spoiled here and there. */
const record = fc
  .record({
    event: fc.oneof({ weight: 6, arbitrary: fc.constant('"Open"') }, fc.constantFrom(...EVENTS)),
    pairs: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)), { maxLength: 4 }),
    form: fc.constantFrom("normal", "normal", "normal", "reversed", "extra", "twice", "none"),
    blank: fc.constantFrom("", "", " ", "\n"),
  })
  .map(({ event, pairs, form, blank }) => {
    const properties = [
      `"time":${blank}${NOW - 9}`,
      '"distinct_id":"somebody"',
      ...pairs.map(([name, value]) => `"${name}":${value}`),
    ];
    const inside = `"properties"${blank}:{${properties.join(`${blank},`)}${blank}}`;
    const named = `"event":${event}`;
    if (form === "reversed") return `{${inside},${named}}`;
    if (form === "extra") return `{${named},${inside},"more":[1,"}"]}`;
    if (form === "twice") return `{${named},${inside},${named}}`;
    return form === "none" ? `{${named}}` : `{${blank}${named},${inside}}`;
  });

describe("a body read directly", () => {
  const runs = { numRuns: 3000, seed: 7 };

  it("is the same as one that is parsed, whatever is in it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        fc.boolean(),
        async (records, strict, lines) => {
          await compare(lines ? records.join("\n") : `[${records.join(",")}]`, strict, lines);
        },
      ),
      runs,
    );
  });

  it("is the same when its bytes are broken", async () => {
    const good = Buffer.from(JSON.stringify([plainEvent, { ...plainEvent, event: "Zoë" }]));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.nat(good.length - 1),
            fc.oneof(fc.nat(255), fc.constantFrom(34, 44, 58, 92, 123, 125, 91, 93)),
          ),
          { minLength: 1, maxLength: 3 },
        ),
        fc.boolean(),
        async (changes, lines) => {
          const bytes = Buffer.from(good);
          for (const [at, value] of changes) bytes[at] = value;
          await compare(bytes, true, lines);
        },
      ),
      runs,
    );
  });

  it.each([
    ["a mark of its encoding", `\uFEFF${JSON.stringify(plainEvent)}\n${JSON.stringify(plainEvent)}`],
    ["blank lines of any kind", `\n\r\n \n\u00a0\n${JSON.stringify(plainEvent)}\r\n\n\u2028\nnot json\n`],
    ["blanks around a line", `\u00a0 ${JSON.stringify(plainEvent)} \v\f\n`],
    ["nothing but lines", "\n".repeat(1_000_000)],
    ["one event over two lines", JSON.stringify(plainEvent).replace(",", ",\n")],
  ])("is the same with %s, line by line", async (_what, text) => {
    await compare(text, true, true);
    await compare(text, true, false);
  });

  it("is the same at the limit of an event's size", async () => {
    for (const more of [-2, -1, 0, 1]) {
      const bare = JSON.stringify([{ ...plainEvent, properties: { ...plainEvent.properties, name: "" } }]);
      const name = "x".repeat(DEFAULT_LIMITS.eventMaxBytes - bare.length + 2 + more);
      const event = { ...plainEvent, properties: { ...plainEvent.properties, name } };
      await compare(JSON.stringify([event]), true);
    }
  });

  it("gives no column when it is refused, and lets go of the body", async () => {
    const doors = openDoors();
    const before = doors.catalog.last;
    const fresh = JSON.stringify({ ...plainEvent, properties: { ...plainEvent.properties, fresh: 1 } });
    const send = (text: string, admit: () => string | undefined = () => undefined) =>
      doors.acceptBody(scope(true), { bytes: Buffer.from(text), lines: false }, admit);
    expect(await send(`[${fresh},{]`)).toMatchObject({ ok: false });
    expect(await send(`[${Array.from({ length: 2001 }, () => fresh).join()}]`)).toMatchObject({ ok: false });
    expect(await send(`[${fresh}]`, () => "enough")).toMatchObject({ ok: false });
    expect(doors.catalog.last).toBe(before);
    expect(
      await send(`[${JSON.stringify(plainEvent)},${fresh.replace("fresh", "other")},${fresh}]`),
    ).toMatchObject({
      value: { accepted: 3 },
    });
    expect(doors.catalog.since(before).map(({ name }) => name)).toEqual(["other", "fresh"]);
    expect(content(doors.frames, doors.catalog)).toMatchObject([
      { rows: [{}, { [`p${before + 1}`]: 1 }, { [`p${before + 2}`]: 1 }] },
    ]);
  });

  it("is refused as a whole where it is not JSON, and leaves nothing for the next", async () => {
    const doors = openDoors();
    const broken = { bytes: Buffer.from(`[${JSON.stringify(plainEvent)},{"event":]`), lines: false };
    const good = { bytes: Buffer.from(JSON.stringify([plainEvent])), lines: false };
    expect(await doors.acceptBody(scope(true), broken, () => undefined)).toMatchObject({
      failure: { code: "not_parseable" },
    });
    expect(await doors.acceptBody(scope(true), good, () => "enough")).toMatchObject({
      failure: { code: "not_admitted", why: "enough" },
    });
    expect(await doors.acceptBody(scope(true), good, () => undefined)).toMatchObject({
      value: { accepted: 1 },
    });
    expect(content(doors.frames, doors.catalog)).toHaveLength(1);
  });
});
