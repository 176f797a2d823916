import { parseJson } from "../platform/parse-json.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import type { ProfileUpdate } from "./types.ts";

/**
 * The kind of the journal frames that hold updates of profiles, next to the event store's own. The number stands for this
 * layout of the body for good: a new layout takes a new number.
 */
export const PROFILE_FRAME_KIND = 8;

/** What one request says of the profiles of one project, and what was refused of it. */
export type UpdateBatch = {
  receivedMs: number;
  /** Which way it came in: `engage`, `groups`, … */
  door: string;
  updates: readonly ProfileUpdate[];
  counts: Readonly<Record<string, number>>;
};

/** Short names, and nothing that can be left out: a frame is written for every request and kept for months. */
type UpdateText = {
  i: string;
  g?: string;
  t?: number;
  /** Not seen. */
  n?: 1;
  /** Does not follow links. */
  k?: 1;
  d?: 1;
  o?: ProfileUpdate["setOnce"];
  s?: ProfileUpdate["set"];
  a?: ProfileUpdate["add"];
  p?: ProfileUpdate["append"];
  u?: ProfileUpdate["union"];
  r?: ProfileUpdate["remove"];
  x?: ProfileUpdate["unset"];
};
type BatchText = { r: number; w: string; c?: Readonly<Record<string, number>>; u: UpdateText[] };

export function encodeUpdates({ receivedMs, door, updates, counts }: UpdateBatch): Buffer {
  const text: BatchText = {
    r: receivedMs,
    w: door,
    ...(Object.keys(counts).length === 0 ? {} : { c: counts }),
    u: updates.map((update) => toText(update, receivedMs)),
  };
  return Buffer.from(JSON.stringify(text));
}

/** What a person was as of a time, the properties as JSON: nobody has to read them on their way. */
export type WrittenState = Pick<ProfileUpdate, "id" | "timeMs" | "setOnce"> & { properties: string };

/** The same bytes as of updates that set the properties, follow links and say of nobody that he was seen. */
export function encodeStates(receivedMs: number, door: string, states: readonly WrittenState[]): Buffer {
  const updates = states.map(({ properties, ...about }) => {
    const opening = toText({ ...about, groupKey: "", touches: false, followsLinks: true }, receivedMs);
    return `${withoutEnd(opening)},"s":${properties}}`;
  });
  return Buffer.from(`${withoutEnd({ r: receivedMs, w: door })},"u":[${updates.join()}]}`);
}

const withoutEnd = (text: object): string => JSON.stringify(text).slice(0, -1);

export type UpdateFrameFailure = { code: "broken_frame"; reason: string };

export function decodeUpdates(body: Buffer): Result<UpdateBatch, UpdateFrameFailure> {
  try {
    const { r, w, c = {}, u } = parseJson(body.toString()) as BatchText;
    const updates = u.map((text) => fromText(text, r));
    return ok({ receivedMs: r, door: w, counts: c, updates });
  } catch (error) {
    return fail({ code: "broken_frame", reason: String(error) });
  }
}

/** `JSON.stringify` leaves out what is undefined. */
const toText = (update: ProfileUpdate, receivedMs: number): UpdateText =>
  ({
    i: update.id,
    g: update.groupKey === "" ? undefined : update.groupKey,
    t: update.timeMs === receivedMs ? undefined : update.timeMs,
    n: update.touches ? undefined : 1,
    k: update.followsLinks ? undefined : 1,
    d: update.delete ? 1 : undefined,
    o: update.setOnce,
    s: update.set,
    a: update.add,
    p: update.append,
    u: update.union,
    r: update.remove,
    x: update.unset,
  }) as UpdateText;

const fromText = (text: UpdateText, receivedMs: number): ProfileUpdate => ({
  id: text.i,
  groupKey: text.g ?? "",
  timeMs: text.t ?? receivedMs,
  touches: text.n !== 1,
  followsLinks: text.k !== 1,
  delete: text.d === 1 ? true : undefined,
  setOnce: text.o,
  set: text.s,
  add: text.a,
  append: text.p,
  union: text.u,
  remove: text.r,
  unset: text.x,
});
