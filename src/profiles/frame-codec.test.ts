import { expect, test } from "vitest";
import { parseJson } from "../platform/parse-json.ts";
import { encodeStates, encodeUpdates } from "./frame-codec.ts";
import type { Properties } from "./types.ts";

test("states whose properties are text are the bytes of the updates they stand for", () => {
  const states = [
    { id: 'a "b"', timeMs: 7, properties: '{"n":12345678901234567890,"__proto__":{"x":[]}}' },
    { id: "c", timeMs: 8, setOnce: { $created: "2026-01-01T00:00:00" }, properties: "{}" },
  ];
  for (const some of [states, []]) {
    const updates = some.map(({ properties, ...about }) => ({
      ...about,
      ...{ groupKey: "", touches: false, followsLinks: true, set: parseJson(properties) as Properties },
    }));
    expect(encodeStates(8, "migration", some).toString()).toBe(
      encodeUpdates({ receivedMs: 8, door: "migration", updates, counts: {} }).toString(),
    );
  }
});
