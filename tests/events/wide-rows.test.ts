import { expect, test } from "vitest";
import { event, newStore, PROJECT, Script } from "./support.ts";

const MiB = 1024 * 1024;

test.each([
  { what: "spread over time", timeMs: (index: number) => index * 1_000 },
  { what: "at one moment, of one frame", timeMs: () => 5 },
])("a scan of events of a megabyte hands over few at a time: $what", async ({ timeMs }) => {
  const store = await newStore();
  const script = new Script();
  const text = Array.from({ length: 40_000 }, () => Math.random().toString(36))
    .join("")
    .slice(0, MiB);
  const large = Array.from({ length: 100 }, (_, index) =>
    event("Large", {
      timeMs: timeMs(index),
      insertId: `l${index}`,
      properties: { index, text: `${index} ${text}` },
    }),
  );
  const small = Array.from({ length: 3_000 }, (_, index) =>
    event("Small", { timeMs: timeMs(index % 100), insertId: `s${index}`, properties: { index } }),
  );
  script.rows([...small.slice(0, 1_000), ...large, ...small.slice(1_000)]);
  await script.apply(store);
  for (const order of ["time", "position"] as const) {
    const seen = new Set<string>();
    let most = 0;
    let last = [-1, -1];
    const beforeBytes = process.memoryUsage().rss;
    let grownBytes = 0;
    for await (const events of store.scan(PROJECT, { order })) {
      most = Math.max(
        most,
        events.reduce((sum, { properties }) => sum + String(properties.text ?? "").length, 0),
      );
      grownBytes = Math.max(grownBytes, process.memoryUsage().rss - beforeBytes);
      for (const { insertId, timeMs, order: ord } of events) {
        seen.add(String(insertId));
        const place = order === "time" ? [timeMs, ord] : [0, ord];
        expect(
          place[0] === last[0] ? Number(place[1]) > Number(last[1]) : Number(place[0]) > Number(last[0]),
        ).toBe(true);
        last = place;
      }
    }
    // Everything at once would be 100 MiB of text, and several times that in memory.
    expect(grownBytes).toBeLessThan(200 * MiB);
    expect(seen.size).toBe(3_100);
    expect(most).toBeLessThan(9 * MiB);
  }
});
