import { expect, test } from "vitest";
import { parseJson } from "../platform/parse-json.ts";
import { applyUpdate } from "./apply-update.ts";
import { readRow, writeRow } from "./profile-text.ts";
import { newProfile, PROFILE_LIMITS, type ProfileLimits, type ProfileUpdate } from "./types.ts";

type Part = Partial<ProfileUpdate>;

/** Applies updates one second apart, writing and reading the row in between, as separate batches would. */
function play(updates: readonly Part[], limits: ProfileLimits = PROFILE_LIMITS) {
  let profile = newProfile();
  const skips: string[] = [];
  for (const [index, part] of updates.entries()) {
    const update: ProfileUpdate = {
      groupKey: "",
      id: "ana",
      timeMs: index * 1000,
      touches: false,
      followsLinks: true,
      ...part,
    };
    applyUpdate(profile, update, { limits, skipped: (code) => skips.push(code) });
    profile = readRow(writeRow(profile));
  }
  return { present: profile.isPresent, properties: writeRow(profile).properties, skips };
}

test.each<[string, Part[], string]>([
  ["$set overwrites", [{ set: { a: 1, b: 2 } }, { set: { a: "x" } }], '{"a":"x","b":2}'],
  ["$set_once keeps what is there", [{ set: { a: null } }, { setOnce: { a: 1, b: 2 } }], '{"a":null,"b":2}'],
  ["$add counts from nothing", [{ add: { n: 5 } }, { add: { n: -7.5 } }], '{"n":-2.5}'],
  ["$append makes a list, and keeps duplicates", [{ append: { l: 1 } }, { append: { l: 1 } }], '{"l":[1,1]}'],
  [
    "$append puts a single value in front",
    [{ set: { l: "a" } }, { append: { l: { b: 1 } } }],
    '{"l":["a",{"b":1}]}',
  ],
  [
    "$union adds what is missing, in order",
    [{ set: { l: ["b", 1] } }, { union: { l: ["a", 1, "a", "1"] } }],
    '{"l":["b",1,"a","1"]}',
  ],
  ["$union puts a single value in front", [{ set: { l: 1 } }, { union: { l: [1, 2] } }], '{"l":[1,2]}'],
  [
    "$remove takes all occurrences",
    [{ set: { l: [1, "1", 1, 2], s: 1 } }, { remove: { l: 1, s: 1, x: 1 } }],
    '{"l":["1",2],"s":1}',
  ],
  ["$remove may leave an empty list", [{ set: { l: [1] } }, { remove: { l: 1 } }], '{"l":[]}'],
  ["$unset takes away", [{ set: { a: 1, b: 2 } }, { unset: ["a", "x"] }], '{"b":2}'],
  ["$delete takes all away", [{ set: { a: 1 } }, { delete: true }], "{}"],
  ["$delete and after", [{ set: { a: 1 } }, { delete: true }, { set: { b: 1 } }], '{"b":1}'],
  [
    "operators of a record apply in a fixed order",
    [
      {
        unset: ["gone"],
        remove: { l: 1 },
        union: { l: [3] },
        append: { l: 1 },
        add: { n: 1 },
        set: { n: 1, l: [2], gone: 1 },
        setOnce: { n: 10, once: 1 },
      },
    ],
    '{"n":2,"once":1,"l":[2,3]}',
  ],
  ["$last_seen is set", [{ touches: true, set: { a: 1 } }], '{"$last_seen":"1970-01-01T00:00:00","a":1}'],
  ["nobody is seen by $unset of nothing", [{ touches: true, unset: ["a"] }], "{}"],
  [
    "a record may say its own $last_seen",
    [{ touches: true, set: { $last_seen: "2020-01-01T00:00:00" } }],
    '{"$last_seen":"2020-01-01T00:00:00"}',
  ],
  [
    "whole numbers add up exactly",
    [
      { set: { n: (parseJson("[9007199254740993]") as unknown[])[0] } },
      { add: { n: 9007199254740991 } },
      { add: { n: 1 } },
    ],
    '{"n":18014398509481985}',
  ],
  [
    "__proto__ is data",
    [{ set: JSON.parse('{"__proto__":[1]}') }, { append: JSON.parse('{"__proto__":2}') }],
    '{"__proto__":[1,2]}',
  ],
])("%s", (_title, updates, expected) => {
  expect(play(updates).properties).toBe(expected);
});

test("what comes too late is counted, for each property or as a whole", () => {
  const { properties, skips } = play([
    { set: { a: 1, b: 1 }, timeMs: 9 },
    { unset: ["b"], timeMs: 9 },
    { set: { a: 2, c: 2 }, timeMs: 5 },
    { add: { b: 1 }, timeMs: 5 },
    { unset: ["a"], timeMs: 5 },
    { delete: true, timeMs: 5 },
  ]);
  expect(properties).toBe('{"a":1}');
  // c is of the time that was deleted; a stays, so the deletion did not do all it says.
  expect(skips).toEqual(Array.from({ length: 4 }, () => "older_than_stored"));
  const late: Part[] = [
    { delete: true, timeMs: 9 },
    { set: { a: 1, b: 1 }, timeMs: 5 },
  ];
  expect(play(late)).toMatchObject({ present: false, skips: ["older_than_stored"] });
});

test.each<[string, Part[], string]>([
  [
    "an older $set loses",
    [
      { set: { a: 1 }, timeMs: 9 },
      { set: { a: 2, b: 2 }, timeMs: 5 },
    ],
    '{"a":1,"b":2}',
  ],
  [
    "of the same time, the later one stands",
    [
      { set: { a: 1 }, timeMs: 9 },
      { set: { a: 2 }, timeMs: 9 },
    ],
    '{"a":2}',
  ],
  [
    "an equal value is known to be true longer",
    [
      { set: { a: 1 }, timeMs: 1 },
      { set: { a: 1 }, timeMs: 9 },
      { set: { a: 2 }, timeMs: 5 },
    ],
    '{"a":1}',
  ],
  [
    "an older $add counts all the same",
    [
      { add: { n: 1 }, timeMs: 9 },
      { add: { n: 1 }, timeMs: 5 },
    ],
    '{"n":2}',
  ],
  [
    "an older $add does not make the value older",
    [
      { add: { n: 1 }, timeMs: 9 },
      { add: { n: 1 }, timeMs: 5 },
      { set: { n: 0 }, timeMs: 7 },
    ],
    '{"n":2}',
  ],
  [
    "what was taken away stays away for older updates",
    [
      { set: { a: 1 }, timeMs: 1 },
      { unset: ["a", "b", "c", "d"], timeMs: 9 },
      { set: { a: 2 }, setOnce: { b: 2 }, add: { c: 2 }, append: { d: 1 }, timeMs: 5 },
    ],
    "{}",
  ],
  [
    "an older $unset comes too late",
    [
      { set: { a: 1 }, timeMs: 9 },
      { unset: ["a"], timeMs: 5 },
    ],
    '{"a":1}',
  ],
  [
    "a deleted profile stays deleted for older updates",
    [
      { set: { a: 1 }, timeMs: 1 },
      { delete: true, timeMs: 9 },
      { set: { a: 1 }, timeMs: 8 },
    ],
    "{}",
  ],
  [
    "an older $delete leaves what is newer",
    [
      { set: { a: 1 }, timeMs: 1 },
      { set: { b: 1 }, timeMs: 9 },
      { delete: true, timeMs: 5 },
    ],
    '{"b":1}',
  ],
  [
    "$last_seen never goes back",
    [
      { touches: true, set: { a: 1 }, timeMs: 9000 },
      { touches: true, set: { b: 1 }, timeMs: 5000 },
    ],
    '{"$last_seen":"1970-01-01T00:00:09","a":1,"b":1}',
  ],
])("%s", (_title, updates, expected) => {
  expect(play(updates).properties).toBe(expected);
});

test("a profile is there once something was said of it, and until it is deleted", () => {
  expect(play([{ set: {} }]).present).toBe(true);
  expect(play([{ unset: ["a"] }]).present).toBe(false);
  expect(play([{ remove: { a: 1 } }]).present).toBe(false);
  expect(play([{ set: { a: 1 } }, { delete: true }]).present).toBe(false);
  expect(play([{ set: { a: 1 } }, { unset: ["a"] }]).present).toBe(true);
});

test("what the stored profile does not allow is left out and counted", () => {
  const text = play([{ set: { n: "text" } }, { add: { n: 1, m: 1 } }]);
  expect(text).toMatchObject({ properties: '{"n":"text","m":1}', skips: ["add_to_other_type"] });
  const far = play([{ set: { n: 1e308 } }, { add: { n: 1e308 } }]);
  expect(far).toMatchObject({ properties: '{"n":1e+308}', skips: ["number_out_of_range"] });
  const two = { propertiesMax: 2, valueMaxBytes: 10, profileMaxBytes: 1000 };
  const many = play([{ touches: true, set: { a: 1 } }, { set: { b: 1, c: 1, a: 2 } }], two);
  expect(many.properties).toBe('{"$last_seen":"1970-01-01T00:00:00","a":2,"b":1}');
  expect(many.skips).toEqual(["too_many_properties"]);
  const long = play(
    [{ append: { l: "abc" } }, { append: { l: "d" } }, { union: { l: ["abc", 12345] } }],
    two,
  );
  expect(long).toMatchObject({ properties: '{"l":["abc"]}', skips: ["value_too_large", "value_too_large"] });
});

test("a name that was unset makes room for another", () => {
  const two = { propertiesMax: 2, valueMaxBytes: 10, profileMaxBytes: 1000 };
  const played = play([{ set: { a: 1, b: 1 } }, { unset: ["a"] }, { set: { c: 1 } }], two);
  expect(played).toMatchObject({ properties: '{"b":1,"c":1}', skips: [] });
});

test("a profile takes no more than its limit in all, and takes again what makes it smaller", () => {
  const limits = { propertiesMax: 100, valueMaxBytes: 100, profileMaxBytes: 200 };
  const text = "x".repeat(80);
  const played = play([{ set: { a: text, b: text, c: text } }, { append: { l: text } }], limits);
  expect(played.skips).toEqual(["profile_too_large", "profile_too_large"]);
  expect(Object.keys(JSON.parse(played.properties))).toEqual(["a", "b"]);
  const freed = play(
    [{ set: { a: text, b: text } }, { unset: ["a"] }, { set: { c: text, b: "short" } }],
    limits,
  );
  expect(freed).toMatchObject({ properties: `{"b":"short","c":"${text}"}`, skips: [] });
});
