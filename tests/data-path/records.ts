import { rawJson } from "../../src/platform/raw-json.ts";
import type { seededRandom } from "../support/random.ts";

type Random = ReturnType<typeof seededRandom>;
type Properties = Record<string, unknown>;

/** An event as it is sent, and what must come back of it. */
export type SentEvent = {
  /** What it is the same event by. */
  name: string;
  /** Whether a second copy replaces the first. */
  hasKey: boolean;
  record: { event: string; properties: Properties };
  content: string;
};

type Identity = {
  event: string;
  timeMs: number;
  distinctId: string;
  insertId: string | null;
  serial: string;
};

/** The comparable text of an event, made in the same way from what was sent and from what was stored. */
export function contentOf(
  { event, timeMs, distinctId, insertId }: Omit<Identity, "serial">,
  properties: Properties,
) {
  const names = Object.keys(properties).sort();
  return JSON.stringify([event, timeMs, distinctId, insertId, names.map((name) => [name, properties[name]])]);
}

/** The key, or for events without one the number that this test gave them. */
export const nameOf = (
  { event, timeMs, distinctId, insertId }: Omit<Identity, "serial">,
  { serial }: Properties,
): string => (insertId === null ? `no key, ${serial}` : `${event}, ${timeMs}, ${distinctId}, ${insertId}`);

/** Names that a careless store would trip over. */
const ODD_NAMES = [
  "__proto__",
  "constructor",
  'a "quoted" name',
  "a.b",
  "$browser",
  "😀",
  "Case",
  "case",
  "p1",
  "rest",
];
const EVENT_NAMES = ["Open", "Buy", "Sign up", 'It\'s "odd"', "😀"];
const BIG_NUMBERS = ["9007199254740993", "-12345678901234567890", "18446744073709551616"];

/** New properties come up all the time, and a known one may change its type from one event to the next. */
export type NamePool = { pick(random: Random): string; grow(): void };

export function createNamePool(): NamePool {
  const names = [...ODD_NAMES];
  return {
    pick: (random) => names[random.below(names.length)] ?? "none",
    grow: () => void names.push(`property ${names.length}`),
  };
}

const DAY_MS = 86_400_000;

export type RecordMaker = {
  fresh(): SentEvent;
  /** Another copy of the same event with other content. */
  changed(event: SentEvent): SentEvent;
  /** The same insert id at another time: another event. */
  twin(event: SentEvent): SentEvent;
  /** A record that must be refused, whatever happens. */
  refused(): { record: unknown };
};

export function createRecordMaker(client: string, random: Random, names: NamePool): RecordMaker {
  let count = 0;
  const nextSerial = () => {
    count += 1;
    return `${client}-${count}`;
  };
  const pick = <Value>(list: readonly Value[]): Value => list[random.below(list.length)] as Value;

  function make({ event, timeMs, distinctId, insertId, serial }: Identity): SentEvent {
    const properties = makeProperties(random, names);
    properties.serial = serial;
    const identity = { event, timeMs, distinctId, insertId };
    return {
      name: nameOf(identity, properties),
      hasKey: insertId !== null,
      content: contentOf(identity, properties),
      record: {
        event,
        properties: withOwn(properties, {
          time: timeMs,
          distinct_id: distinctId,
          ...(insertId === null ? {} : { $insert_id: insertId }),
        }),
      },
    };
  }

  const identityOf = ({ record: { event, properties } }: SentEvent): Identity => ({
    event,
    timeMs: Number(properties.time),
    distinctId: String(properties.distinct_id),
    insertId: properties.$insert_id === undefined ? null : String(properties.$insert_id),
    serial: String(properties.serial),
  });

  return {
    fresh() {
      const serial = nextSerial();
      return make({
        event: pick(EVENT_NAMES),
        timeMs: Date.now() - 1000 - random.below(60 * DAY_MS),
        distinctId: `person-${random.below(50)}`,
        insertId: random.below(5) === 0 ? null : serial,
        serial,
      });
    },
    changed: (event) => make(identityOf(event)),
    twin: (event) => make({ ...identityOf(event), timeMs: Date.now() - 1000 - random.below(60 * DAY_MS) }),
    refused() {
      const sound = make({ ...identityOf(this.fresh()), serial: `refused-${nextSerial()}` });
      const { event, properties } = sound.record;
      return {
        record: pick([
          { event: "", properties },
          { event, properties: withOwn(properties, { time: Date.now() + 30 * DAY_MS }) },
          { event, properties: withOwn(properties, { distinct_id: "undefined" }) },
          { event, properties: withOwn(properties, { $insert_id: "not/allowed" }) },
          { event },
          "not an object",
        ]),
      };
    },
  };
}

function makeProperties(random: Random, names: NamePool): Properties {
  const properties: Properties = {};
  const count = random.below(8);
  for (let index = 0; index < count; index += 1) setOwn(properties, names.pick(random), makeValue(random, 0));
  return properties;
}

function makeValue(random: Random, depth: number): unknown {
  switch (random.below(depth < 2 ? 9 : 6)) {
    case 0:
      return random.below(1_000_000) - 500_000;
    case 1:
      return random.next() * 1000;
    case 2:
      return random.below(2) === 0;
    case 3:
      return null;
    case 4:
      return rawJson(BIG_NUMBERS[random.below(BIG_NUMBERS.length)] ?? "0");
    case 5:
      return `2026-01-${10 + random.below(20)}T10:00:00`;
    case 6:
      return "x".repeat(random.below(200));
    case 7:
      return Array.from({ length: random.below(4) }, () => makeValue(random, depth + 1));
    default:
      return { inner: makeValue(random, depth + 1), 'o"dd': random.below(10) };
  }
}

/** `__proto__` is a name like any other. */
function setOwn(target: Properties, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function withOwn(properties: Properties, more: Properties): Properties {
  const all: Properties = {};
  for (const [name, value] of [...Object.entries(properties), ...Object.entries(more)])
    setOwn(all, name, value);
  return all;
}
