import { expect, test } from "vitest";
import { eraseFromFrame } from "./erase-profiles.ts";
import { decodeUpdates, encodeUpdates, PROFILE_FRAME_KIND } from "./frame-codec.ts";
import type { ProfileUpdate } from "./types.ts";

const update = (id: string, groupKey = ""): ProfileUpdate => ({
  ...{ id, groupKey, timeMs: 7, touches: true, followsLinks: true },
  set: { a: 1 },
});
const frame = (updates: ProfileUpdate[], counts = {}) =>
  encodeUpdates({ receivedMs: 7, door: "engage", updates, counts });

test("a frame is written anew without a person's updates, and goes when nothing is left of it", () => {
  const ids = new Set(["ana", "d1"]);
  const all = [update("ana"), update("bo"), update("$device:d1"), update("ana", "company")];
  const erased = eraseFromFrame(PROFILE_FRAME_KIND, frame(all), ids);
  expect(erased?.count).toBe(2);
  const left = erased?.body && decodeUpdates(erased.body);
  expect(left).toMatchObject({
    ok: true,
    value: { updates: [{ id: "bo" }, { id: "ana", groupKey: "company" }] },
  });
  expect(eraseFromFrame(PROFILE_FRAME_KIND, frame([update("ana")]), ids)).toEqual({ body: null, count: 1 });
  expect(
    eraseFromFrame(PROFILE_FRAME_KIND, frame([update("ana")], { id_missing: 1 }), ids)?.body,
  ).not.toBeNull();
  expect(eraseFromFrame(PROFILE_FRAME_KIND, frame([update("bo")]), ids)).toBeUndefined();
  expect(eraseFromFrame(2, frame([update("ana")]), ids)).toBeUndefined();
});
