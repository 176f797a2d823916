import { expect, test } from "vitest";
import { createBodyRoom } from "./body-room.ts";

test("bodies fit until the room is full, and again when one has left", () => {
  const room = createBodyRoom(100);
  const leave = room.enter(60);
  expect(leave).toBeTypeOf("function");
  expect(room.enter(41)).toBeUndefined();
  expect(room.enter(40)).toBeTypeOf("function");
  leave?.();
  leave?.();
  expect(room.enter(60)).toBeTypeOf("function");
  expect(room.enter(1)).toBeUndefined();
});

test("one body always fits", () => {
  expect(createBodyRoom(10).enter(1000)).toBeTypeOf("function");
});
