import type { DropRules } from "../../dictionary/index.ts";
import type { PlainRow } from "../../events/index.ts";
import { hashOf } from "./name-table.ts";

/** What the dictionary says of one event. */
export type EventRule = { isDropped: boolean; properties: ReadonlySet<string> };
type Entry = { bytes: Uint8Array; rule: EventRule; other: Entry | undefined };

const NONE: ReadonlySet<string> = new Set();
const indexes = new WeakMap<DropRules, GovernedEvents>();

/** The events that the dictionary leaves out, or takes something from, by the bytes of their names. */
export class GovernedEvents {
  readonly #byHash = new Map<number, Entry>();

  /** Undefined where nothing is left out: then nobody need look. Made once for each version of the rules. */
  static of(rules: DropRules | undefined): GovernedEvents | undefined {
    if (rules === undefined || rules.droppedEvents.size + rules.droppedProperties.size === 0)
      return undefined;
    const known = indexes.get(rules) ?? new GovernedEvents(rules);
    indexes.set(rules, known);
    return known;
  }

  constructor({ droppedEvents, droppedProperties }: DropRules) {
    for (const name of new Set([...droppedEvents, ...droppedProperties.keys()])) {
      const bytes = Buffer.from(name);
      const hash = hashOf(bytes, 0, bytes.length);
      const rule = { isDropped: droppedEvents.has(name), properties: droppedProperties.get(name) ?? NONE };
      this.#byHash.set(hash, { bytes, rule, other: this.#byHash.get(hash) });
    }
  }

  find({ source, event: { start, end } }: PlainRow): EventRule | undefined {
    for (let entry = this.#byHash.get(hashOf(source, start, end)); entry !== undefined; entry = entry.other) {
      if (isSame(entry.bytes, source, start, end)) return entry.rule;
    }
    return undefined;
  }
}

function isSame(bytes: Uint8Array, source: Uint8Array, start: number, end: number): boolean {
  if (bytes.length !== end - start) return false;
  for (let i = 0; i < bytes.length; i += 1) if (bytes[i] !== source[start + i]) return false;
  return true;
}
