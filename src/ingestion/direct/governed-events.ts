import type { Conformance, DictionaryRules } from "../../dictionary/index.ts";
import type { PlainRow } from "../../events/index.ts";
import { hashOf } from "./name-table.ts";
import { RowCheck } from "./row-check.ts";

/** What the dictionary says of one event. */
export type EventRule = {
  readonly isDropped: boolean;
  readonly properties: ReadonlySet<string>;
  readonly conformance: Conformance | undefined;
  /** Made when the first such event comes. */
  rowCheck: RowCheck | undefined;
};
type Entry = { bytes: Uint8Array; rule: EventRule; other: Entry | undefined };

const NONE: ReadonlySet<string> = new Set();
const indexes = new WeakMap<DictionaryRules, GovernedEvents>();

/** The events of which the dictionary says something, by the bytes of their names. */
export class GovernedEvents {
  readonly #byHash = new Map<number, Entry>();

  /** Undefined where it says nothing: then nobody need look. Made once for each version of the rules. */
  static of(rules: DictionaryRules | undefined): GovernedEvents | undefined {
    if (rules === undefined) return undefined;
    const { droppedEvents, droppedProperties, conformance } = rules;
    if (droppedEvents.size + droppedProperties.size + conformance.size === 0) return undefined;
    const known = indexes.get(rules) ?? new GovernedEvents(rules);
    indexes.set(rules, known);
    return known;
  }

  constructor({ droppedEvents, droppedProperties, conformance }: DictionaryRules) {
    for (const name of new Set([...droppedEvents, ...droppedProperties.keys(), ...conformance.keys()])) {
      const bytes = Buffer.from(name);
      const hash = hashOf(bytes, 0, bytes.length);
      const rule: EventRule = {
        isDropped: droppedEvents.has(name),
        properties: droppedProperties.get(name) ?? NONE,
        conformance: conformance.get(name),
        rowCheck: undefined,
      };
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

/** Whether a record certainly fits its schema, as far as its text tells. */
export function certainlyFits(rule: EventRule, row: PlainRow): boolean {
  if (rule.conformance === undefined) return true;
  rule.rowCheck ??= new RowCheck(rule.conformance.checks);
  return rule.rowCheck.fits(row);
}

function isSame(bytes: Uint8Array, source: Uint8Array, start: number, end: number): boolean {
  if (bytes.length !== end - start) return false;
  for (let i = 0; i < bytes.length; i += 1) if (bytes[i] !== source[start + i]) return false;
  return true;
}
