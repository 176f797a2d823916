import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../journal/testing/random.ts";
import { fieldKnown, KIND, KNOWN, Scanner, SLOT, SLOT_NUMBERS } from "./scanner.ts";

const [ID, VALUE, PROPERTIES, ANY] = [1, 2, 3, 4];

function scannerOf(): Scanner {
  const scanner = new Scanner();
  scanner.learnField("id", fieldKnown(KIND.text, ID, 0));
  scanner.learnField("value", fieldKnown(KIND.value, VALUE, 0));
  scanner.learnField("properties", fieldKnown(KIND.properties, PROPERTIES, 1));
  scanner.learnField("any", fieldKnown(KIND.any, ANY, 0));
  return scanner;
}

const textOf = (page: Buffer, scanner: Scanner, field: number): string | undefined =>
  (scanner.starts[field] ?? -1) < 0
    ? undefined
    : page.toString("utf8", scanner.starts[field], scanner.ends[field]);

/** Names and values of the properties that stand. */
function propertiesOf(page: Buffer, scanner: Scanner): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (let slot = 0; slot < scanner.slotCount * SLOT_NUMBERS; slot += SLOT_NUMBERS) {
    if (scanner.slots[slot + SLOT.rank] === 0) continue;
    const name = scanner.names[scanner.slots[slot + SLOT.name] ?? -1]?.toString().slice(0, -1) ?? "";
    const [start, end] = [scanner.slots[slot + SLOT.value], scanner.slots[slot + SLOT.end]];
    found[name] = JSON.parse(page.toString("utf8", start, end));
  }
  return found;
}

test("fields and properties are found where they stand", () => {
  const scanner = scannerOf();
  const first =
    '{"id":"one","value":-1.5,"other":[{"x":"]}"}],"properties":{"a":"ä\\n","b":[1,{}],"c":null,"d":{}}}';
  const second = '{ "value" : "two" ,\t"any": {"deep":[true,false,null]} , "properties" : { "b" : 7 } } ';
  const page = Buffer.from(`${first}\n${second}`);
  expect(scanner.scan(page, 0)).toBe(Buffer.byteLength(first));
  expect(textOf(page, scanner, ID)).toBe("one");
  expect(textOf(page, scanner, VALUE)).toBe("-1.5");
  expect(propertiesOf(page, scanner)).toEqual({ a: "ä\n", b: [1, {}] });
  expect(scanner.standing).toBe(2);
  expect(scanner.scan(page, Buffer.byteLength(first) + 1)).toBe(page.length);
  expect(textOf(page, scanner, ID)).toBeUndefined();
  expect(textOf(page, scanner, VALUE)).toBe('"two"');
  expect(textOf(page, scanner, ANY)).toBe('{"deep":[true,false,null]}');
  expect(propertiesOf(page, scanner)).toEqual({ b: 7 });
  expect([scanner.has(scanner.learnProperty("a")), scanner.has(scanner.learnProperty("b"))]).toEqual([
    false,
    true,
  ]);
});

describe("left to the parser", () => {
  test.each([
    ["", "nothing"],
    ["[]", "no object"],
    ["{}", "an empty one"],
    ['{"id":"a","id":"b"}', "a field twice"],
    ['{"id":"a\\u0041"}', "an escape in an id"],
    ['{"i\\u0064":"a"}', "an escape in a name"],
    ['{"id":7}', "an id that is no text"],
    ['{"value":{}}', "a value that is an object"],
    ['{"value":01}', "a zero before a number"],
    ['{"value":-0}', "the zero with a sign"],
    ['{"value":1e3}', "an exponent"],
    ['{"value":1234567890123456}', "more digits than a double has"],
    ['{"value":1.}', "a point without digits"],
    ['{"value":"\\ud800"}', "half a character"],
    ['{"value":"a\tb"}', "a control character in a text"],
    ['{"value":tru}', "no word"],
    ['{"other":[1,]}', "a comma too many"],
    ['{"other":[[[[[[[[[1]]]]]]]]]}', "deeper than an event may be"],
    ['{"properties":{"a":1,"a":2}}', "a property twice"],
    ['{"properties":{"odd":1}}', "a property that is odd"],
    ['{"properties":{"$set":1}}', "an operation"],
    ['{"properties":[]}', "properties that are a list"],
    ['{"id":"a"} x', "more behind it"],
    ['{"id":"a"', "no end"],
    ['{"id":"a', "no end of a text"],
    ['{"id":"a",}', "a comma at the end"],
    [`{"${"n".repeat(256)}":1}`, "a name that is very long"],
  ])("%s: %s", (line) => {
    const scanner = scannerOf();
    scanner.learnProperty("odd", KNOWN.isOdd);
    scanner.learnProperty("$set", KNOWN.isOperation);
    expect(scanner.scan(Buffer.from(line), 0)).toBe(-1);
    expect(scanner.scan(Buffer.from(`${line}\n{"id":"b"}`), 0)).toBe(-1);
  });
});

test("a text of any length, with anything at any place in it", () => {
  const scanner = scannerOf();
  for (let length = 0; length < 70; length += 1) {
    for (const odd of ["", '\\"', "\\\\", "é", "\\u00e9"]) {
      const text = `${"x".repeat(length)}${odd}${"y".repeat(length % 7)}`;
      const page = Buffer.from(`{"value":"${text}","properties":{"${"n".repeat(length)}":"${text}"}}`);
      expect(scanner.scan(page, 0)).toBe(page.length);
      expect(textOf(page, scanner, VALUE)).toBe(`"${text}"`);
      expect(propertiesOf(page, scanner)).toEqual({ ["n".repeat(length)]: JSON.parse(`"${text}"`) });
    }
  }
});

const LETTERS = '"\\{}[]:,.-0189aeflnrstuE \t\u0000';

test("whatever is taken as plain is JSON, and says the same", () => {
  const random = seededRandom(11);
  const scanner = scannerOf();
  const sound = Buffer.from(
    '{"id":"one","value":-12.25,"other":{"x":["]",true]},"properties":{"a":"ä\\n","b":[1,{}],"c":null}}',
  );
  let taken = 0;
  for (let i = 0; i < 60_000; i += 1) {
    const line = Buffer.from(sound);
    for (let edits = 1 + random.below(2); edits > 0; edits -= 1)
      line[random.below(line.length)] = random.chance(0.5)
        ? random.pick([...line])
        : random.pick([...LETTERS]).charCodeAt(0);
    const end = scanner.scan(line, 0);
    if (end < 0) continue;
    taken += 1;
    const parsed = JSON.parse(line.toString("utf8", 0, end));
    for (const [field, name] of [
      [ID, "id"],
      [VALUE, "value"],
    ] as const) {
      const text = textOf(line, scanner, field);
      const found = text === undefined ? null : JSON.parse(field === ID ? `"${text}"` : text);
      expect(found).toEqual(parsed[name] ?? null);
    }
    const isEmpty = (value: unknown) => value === null || JSON.stringify(value) === "{}";
    const kept = Object.entries(parsed.properties ?? {}).filter(([, value]) => !isEmpty(value));
    expect(propertiesOf(line, scanner)).toEqual(Object.fromEntries(kept));
  }
  expect(taken).toBeGreaterThan(3_000);
});

test("a page may be longer than what is looked at, a line may not", () => {
  const scanner = scannerOf();
  const lines = Array.from({ length: 30_000 }, (_, i) => `{"id":"${i}","value":"${"v".repeat(i % 100)}"}`);
  lines[20_000] = `{"id":"long","value":"${"v".repeat(1024 * 1024)}"}`;
  const page = Buffer.from(lines.join("\n"));
  let at = 0;
  for (const [i, line] of lines.entries()) {
    const end = scanner.scan(page, at);
    if (i === 20_000) expect(end).toBe(-1);
    else {
      expect(end).toBe(at + line.length);
      expect(textOf(page, scanner, ID)).toBe(String(i));
    }
    at += line.length + 1;
  }
  // And back again: a line that did not belong into its batch is read once more.
  expect(scanner.scan(page, 0)).toBe(lines[0]?.length);
  expect(textOf(page, scanner, ID)).toBe("0");
});

test("more names than there is room for are left to the parser, and those before them stay known", () => {
  const scanner = scannerOf();
  let left = 0;
  for (let i = 0; i < 21_000; i += 1) {
    const page = Buffer.from(`{"id":"x","properties":{"name ${i}":${i}}}`);
    if (scanner.scan(page, 0) < 0) left += 1;
    else expect(propertiesOf(page, scanner)).toEqual({ [`name ${i}`]: i });
  }
  expect(left).toBe(1_000);
  const page = Buffer.from('{"id":"x","properties":{"name 7":1,"name 19999":2}}');
  expect(scanner.scan(page, 0)).toBe(page.length);
  expect(propertiesOf(page, scanner)).toEqual({ "name 7": 1, "name 19999": 2 });
});

test("names of many bytes fill the room for texts before the table", () => {
  const scanner = scannerOf();
  let left = 0;
  for (let i = 0; i < 6_000; i += 1) {
    const name = String(i).padStart(240, "n");
    const page = Buffer.from(`{"properties":{"${name}":${i}}}`);
    if (scanner.scan(page, 0) < 0) left += 1;
    else expect(propertiesOf(page, scanner)).toEqual({ [name]: i });
  }
  expect(left).toBeGreaterThan(1_000);
  const page = Buffer.from('{"id":"still here"}');
  expect(scanner.scan(page, 0)).toBe(page.length);
  expect(textOf(page, scanner, ID)).toBe("still here");
});

test("more properties than an event may have are left to the parser", () => {
  const scanner = scannerOf();
  const of = (count: number) =>
    Buffer.from(
      JSON.stringify({
        properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i])),
      }),
    );
  expect(scanner.scan(of(512), 0)).toBeGreaterThan(0);
  expect(scanner.standing).toBe(512);
  expect(scanner.scan(of(513), 0)).toBe(-1);
});
