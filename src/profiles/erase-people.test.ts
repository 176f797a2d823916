import { expect, test } from "vitest";
import { eraseUpdates } from "./erase-people.ts";
import { decodeUpdates, encodeUpdates, PROFILE_FRAME_KIND } from "./frame-codec.ts";
import type { ProfileUpdate } from "./types.ts";

const update = (id: string, groupKey = ""): ProfileUpdate => ({
  ...{ id, groupKey, timeMs: 7, touches: true, followsLinks: true },
  set: { a: 1 },
});
const frame = (updates: ProfileUpdate[]) =>
  encodeUpdates({ receivedMs: 7, door: "engage", updates, counts: {} });

test("a frame is written anew without a person's updates", () => {
  const ids = new Set(["ana", "$device:d1"]);
  const all = [update("ana"), update("bo"), update("$device:d1"), update("ana", "company")];
  const erased = eraseUpdates(PROFILE_FRAME_KIND, frame(all), ids);
  expect(erased?.count).toBe(2);
  const left = erased?.body && decodeUpdates(erased.body);
  expect(left).toMatchObject({
    ok: true,
    value: { updates: [{ id: "bo" }, { id: "ana", groupKey: "company" }] },
  });
  expect(eraseUpdates(PROFILE_FRAME_KIND, frame([update("bo")]), ids)).toBeUndefined();
  expect(eraseUpdates(2, frame([update("ana")]), ids)).toBeUndefined();
});
