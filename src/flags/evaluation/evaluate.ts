import { lowerCase } from "../rules/lower-case.ts";
import { type CompiledFlag, type Told, VARIANT_SALT } from "./compile-flag.ts";
import { bucketOf, type HashState, hashOn, hashStart, utf8 } from "./fnv.ts";

/** For whom variants are asked. */
export type FlagContext = { distinct_id: string; custom_properties?: unknown; [name: string]: unknown };

/** Scratch for one hash at a time: evaluation never waits in between. */
const ofFlag = hashStart();
const ofSalt = hashStart();

/** The variants of a subject, as the body of an answer. A flag that the subject is not in is left out. */
export function evaluateFlags(flags: Iterable<CompiledFlag>, context: FlagContext): string {
  const subjects = new Map<string, HashState | null>();
  const told = once(() => toldOf(context));
  let found = "";
  for (const flag of flags) {
    const answer = evaluateFlag(flag, context, subjects, told);
    if (answer !== undefined) found += found === "" ? answer : `,${answer}`;
  }
  return `{"code":200,"flags":{${found}},"pending_first_time_events":[]}`;
}

function evaluateFlag(
  flag: CompiledFlag,
  context: FlagContext,
  subjects: Map<string, HashState | null>,
  told: () => Told,
): string | undefined {
  const forTester = flag.testers.get(context.distinct_id);
  if (forTester !== undefined) return forTester;
  let subject = subjects.get(flag.context);
  if (subject === undefined) {
    subject = subjectOf(context, flag.context);
    subjects.set(flag.context, subject);
  }
  if (subject === null) return undefined;
  hashOn(subject, flag.salt, ofFlag);
  for (const rollout of flag.rollouts) {
    const bucket = bucketOf(hashOn(ofFlag, rollout.salt, ofSalt)) / 100;
    if (!(bucket < rollout.percentage)) continue;
    if (rollout.rule !== undefined && !rollout.rule(told())) continue;
    return flag.answers[rollout.override === -1 ? placeIn(rollout.cumulative) : rollout.override];
  }
  return undefined;
}

/** The first variant that reaches past the bucket, else the last. */
function placeIn(cumulative: readonly number[]): number {
  const bucket = bucketOf(hashOn(ofFlag, VARIANT_SALT, ofSalt)) / 100;
  const place = cumulative.findIndex((upTo) => bucket < upTo);
  return place === -1 ? cumulative.length - 1 : place;
}

/** The hash of whatever decides, up to where flags go on. Null: the caller did not say it. */
function subjectOf(context: FlagContext, name: string): HashState | null {
  const value = name === "device_id" ? (context.device_id ?? context.distinct_id) : own(context, name);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  const state = hashStart();
  return hashOn(state, utf8(String(value)), state);
}

const own = (context: FlagContext, name: string): unknown =>
  Object.hasOwn(context, name) ? context[name] : undefined;

function toldOf({ custom_properties: told }: FlagContext): Told {
  return told !== null && typeof told === "object" ? (lowerCase(told, true) as Told) : null;
}

function once<Value>(work: () => Value): () => Value {
  let done: { value: Value } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}
