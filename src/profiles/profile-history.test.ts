import fc from "fast-check";
import { expect, test } from "vitest";
import { applyUpdate } from "./apply-update.ts";
import { decodeUpdates, encodeUpdates } from "./frame-codec.ts";
import { closeGaps } from "./lists.ts";
import { readRow, writeRow } from "./profile-text.ts";
import { timeOf } from "./profile-values.ts";
import { newProfile, PROFILE_LIMITS, type Profile, type ProfileUpdate } from "./types.ts";

const name = fc.constantFrom("a", "b", "__proto__");
const time = fc.integer({ min: 1, max: 12 });
const scalar = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom("x", "y", null, true));
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.record({ k: scalar }));
const object = <Value>(of: fc.Arbitrary<Value>) =>
  fc.array(fc.tuple(name, of), { maxLength: 2 }).map((entries) => own(entries));

/** An object with its own `__proto__`, as a parser makes it. */
function own<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const made: Record<string, Value> = {};
  for (const [key, inner] of entries)
    Object.defineProperty(made, key, { value: inner, enumerable: true, configurable: true, writable: true });
  return made;
}

const base = { groupKey: "", id: "ana", followsLinks: true };
const operators: fc.Arbitrary<Partial<ProfileUpdate>> = fc.oneof(
  fc.record({ set: object(value), setOnce: object(value) }, { requiredKeys: [] }),
  fc.record({ add: object(fc.integer({ min: -5, max: 5 })) }),
  fc.record({ append: object(value), remove: object(scalar) }, { requiredKeys: [] }),
  fc.record({ union: object(fc.array(scalar, { maxLength: 3 })), unset: fc.array(name, { maxLength: 2 }) }),
  fc.constant({ delete: true as const }),
);
const update: fc.Arbitrary<ProfileUpdate> = fc
  .tuple(operators, time, fc.boolean())
  .map(([own, timeMs, touches]) => ({ ...base, ...own, timeMs, touches }));

/** The rules of the README, property by property, with no thought for speed. */
type Model = { present: boolean; deleted: number; values: Map<string, { value?: unknown; at: number }> };

function expectAfter(model: Model, { timeMs: t, touches, ...update }: ProfileUpdate): void {
  const { values } = model;
  if (update.delete) {
    model.deleted = Math.max(model.deleted, t);
    for (const [key, { at }] of [...values]) if (at <= model.deleted) values.delete(key);
    model.present = model.present && [...values.values()].some((known) => known.value !== undefined);
    return;
  }
  if (t < model.deleted) return;
  if (
    [update.set, update.setOnce, update.add, update.append, update.union].some((part) => part !== undefined)
  )
    model.present = true;
  const change = (key: string, newer: boolean, make: (old: unknown) => unknown) => {
    const known = values.get(key);
    const isGone = known !== undefined && known.value === undefined;
    if (known !== undefined && t < known.at && (newer || isGone)) return;
    const made = make(known?.value);
    if (made !== undefined) values.set(key, { value: made, at: Math.max(t, known?.at ?? t) });
  };
  const of = (part: object | undefined) => Object.entries(part ?? {});
  const list = (old: unknown): unknown[] => (old === undefined ? [] : Array.isArray(old) ? old : [old]);
  const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
  if (touches && model.present) change("$last_seen", true, () => new Date(t).toISOString().slice(0, 19));
  for (const [key, v] of of(update.setOnce)) change(key, false, (old) => (old === undefined ? v : undefined));
  for (const [key, v] of of(update.set)) change(key, true, () => v);
  for (const [key, v] of of(update.add))
    change(key, false, (old) => (old === undefined ? v : typeof old === "number" ? old + v : undefined));
  for (const [key, v] of of(update.append)) change(key, false, (old) => [...list(old), v]);
  for (const [key, v] of of(update.union))
    change(key, false, (old) =>
      [...list(old), ...v].filter(
        (item, index, all) => index < list(old).length || !all.slice(0, index).some((one) => same(one, item)),
      ),
    );
  for (const [key, v] of of(update.remove))
    change(key, false, (old) =>
      Array.isArray(old) && old.some((one) => same(one, v)) ? old.filter((one) => !same(one, v)) : undefined,
    );
  for (const key of update.unset ?? []) if (t >= (values.get(key)?.at ?? t)) values.set(key, { at: t });
}

const context = { limits: PROFILE_LIMITS, skipped: () => undefined };

function play(updates: readonly ProfileUpdate[]) {
  let profile = newProfile();
  for (const one of updates) {
    applyUpdate(profile, one, context);
    profile = readRow(writeRow(profile));
  }
  return profile;
}

const expectedOf = (values: Model["values"]) =>
  [...values]
    .filter(([, known]) => known.value !== undefined)
    .map(([key, known]) => [key, JSON.stringify(known.value), known.at])
    .sort();
const contentOf = (profile: Profile) =>
  Object.keys(profile.values)
    .map((key) => [key, JSON.stringify(profile.values[key]), timeOf(profile, key)])
    .sort();

const removalsOf = (profile: Profile) =>
  [...profile.times].filter(([key]) => !Object.hasOwn(profile.values, key)).sort();

test("any history of updates ends as the rules say, through frames and rows", () => {
  fc.assert(
    fc.property(fc.array(update, { maxLength: 30 }), (updates) => {
      const model: Model = { present: false, deleted: 0, values: new Map() };
      for (const one of updates) expectAfter(model, one);
      const body = encodeUpdates({ receivedMs: 5, door: "engage", updates, counts: {} });
      const decoded = decodeUpdates(body);
      if (!decoded.ok) throw new Error(decoded.failure.reason);
      const profile = play(decoded.value.updates);
      expect(contentOf(profile)).toEqual(expectedOf(model.values));
      const removed = [...model.values].filter(([, known]) => known.value === undefined);
      expect(removalsOf(profile)).toEqual(removed.map(([key, { at }]) => [key, at]).sort());
      expect(profile.isPresent).toBe(model.present);
    }),
    { numRuns: 2000 },
  );
});

test("applied in one go or one by one, a history ends the same", () => {
  fc.assert(
    fc.property(fc.array(update, { maxLength: 30 }), (updates) => {
      const whole = newProfile();
      for (const one of updates) applyUpdate(whole, one, context);
      closeGaps(whole);
      const bySteps = play(updates);
      expect(contentOf(whole)).toEqual(contentOf(bySteps));
      expect(removalsOf(whole)).toEqual(removalsOf(bySteps));
      expect([whole.isPresent, whole.deletedMs]).toEqual([bySteps.isPresent, bySteps.deletedMs]);
    }),
    { numRuns: 1000 },
  );
});

test("values, removals and deletions end the same in whatever order they come", () => {
  const last = fc.oneof(
    fc.record({ set: object(scalar) }),
    fc.record({ unset: fc.array(name, { minLength: 1, maxLength: 2 }) }),
    fc.constant({ delete: true as const }),
  );
  const history = fc
    .uniqueArray(fc.tuple(last, fc.integer({ min: 1, max: 1000 })), {
      selector: ([, at]) => at,
      maxLength: 12,
    })
    .map((all): ProfileUpdate[] => all.map(([own, timeMs]) => ({ ...base, touches: false, timeMs, ...own })));
  fc.assert(
    fc.property(history, fc.infiniteStream(fc.nat()), (updates, order) => {
      const shuffled = updates
        .map((one) => [order.next().value as number, one] as const)
        .sort(([left], [right]) => left - right)
        .map(([, one]) => one);
      expect(contentOf(play(shuffled))).toEqual(contentOf(play(updates)));
    }),
    { numRuns: 1000 },
  );
});
