import { expect, test } from "vitest";
import { changeBuffer, EMPTY_BUFFER, ROWS_MAX, waitingCount } from "./live-buffer.ts";
import type { ShownEvent } from "./shown-event.ts";

const event = (id: string): ShownEvent => ({
  ...{ id, event: "Open", time: "", receivedAt: "", source: "track", properties: {} },
});
const ids = (events: readonly ShownEvent[]) => events.map(({ id }) => id);

test("the newest stands on top", () => {
  const one = changeBuffer(EMPTY_BUFFER, { kind: "arrived", events: [event("1"), event("2")], held: false });
  const two = changeBuffer(one, { kind: "arrived", events: [event("3")], held: false });
  expect(ids(two.shown)).toEqual(["3", "2", "1"]);
});

test("while somebody reads, what comes waits in order and moves nothing", () => {
  const shown = changeBuffer(EMPTY_BUFFER, { kind: "arrived", events: [event("1")], held: false });
  const held = changeBuffer(shown, { kind: "arrived", events: [event("2"), event("3")], held: true });
  expect(ids(held.shown)).toEqual(["1"]);
  expect(waitingCount(held)).toBe(2);
  const after = changeBuffer(held, { kind: "show" });
  expect(ids(after.shown)).toEqual(["3", "2", "1"]);
  expect(waitingCount(after)).toBe(0);
});

test("what waits is bounded, and what fell out is still counted", () => {
  const many = Array.from({ length: ROWS_MAX + 5 }, (_, at) => event(String(at)));
  const held = changeBuffer(EMPTY_BUFFER, { kind: "arrived", events: many, held: true });
  expect(held.waiting).toHaveLength(ROWS_MAX);
  expect(waitingCount(held)).toBe(ROWS_MAX + 5);
});
