import { gzipSync } from "node:zlib";
import { vendorEvent } from "../../../demo/origin/vendor-events.ts";
import { zip } from "../../../demo/origin/zip.ts";
import { damaged, noise, pick, type Random } from "../../warehouse/faults/odd-bytes.ts";

const DAY = Date.parse("2026-01-10T00:00:00Z");

/** Lines that no tool writes, among some that it does. */
function oddLines(random: Random): Buffer {
  const event = JSON.stringify(vendorEvent(DAY + random.below(1000)));
  const mixpanel = JSON.stringify({ event: "E", properties: { time: DAY / 1000, distinct_id: "a" } });
  const odd = pick<string | Buffer>(random, [
    "[".repeat(200_000),
    `{"a":`.repeat(100_000),
    `{"event_type":${"9".repeat(100_000)}}`,
    'null\n1\n"x"\n[]\n{}\n',
    '{"__proto__":{"event_type":"x"},"event_type":"__proto__"}',
    noise(random, 5_000),
    "x".repeat(6_000_000),
    "\n".repeat(200_000),
    event.replace(
      /"user_id":"[^"]*"/,
      `"user_id":${pick(random, ["1e999", "{}", "[[]]", '"\\ud800"', "-0"])}`,
    ),
    mixpanel.replace("distinct_id", pick(random, ["$distinct_id", "__proto__", ""])),
    event.slice(0, random.below(event.length)),
  ]);
  return Buffer.concat([
    Buffer.from(`${event}\n${mixpanel}\n`),
    Buffer.from(odd),
    Buffer.from(`\n${event}\n`),
  ]);
}

const HONEST_EVENTS = 20_000;

/** An export of a busy hour, and a page of profiles, as they should be. */
export function honestExport(tool: "amplitude" | "mixpanel"): { body: Buffer; page: Buffer } {
  const lines = Array.from({ length: HONEST_EVENTS }, (_, at) =>
    tool === "amplitude"
      ? JSON.stringify(vendorEvent(DAY + at, { user_id: `u${at % 500}` }))
      : JSON.stringify({
          event: "E",
          properties: {
            time: DAY / 1000,
            distinct_id: `u${at % 500}`,
            $insert_id: `i${at}`,
            text: "x".repeat(500),
          },
        }),
  );
  const content = gzipSync(lines.join("\n"));
  const profiles = Array.from({ length: 900 }, (_, at) => ({
    $distinct_id: `u${at}`,
    $properties: { text: "x".repeat(2_000) },
  }));
  return {
    body: tool === "amplitude" ? zip([{ name: "4711/4711_2026-01-10_0#0.json.gz", content }]) : content,
    page: Buffer.from(JSON.stringify({ page: 0, page_size: 1000, session_id: "s", results: profiles })),
  };
}

const BOMB = gzipSync(Buffer.alloc(200 * 1024 * 1024));

/** What an export holds, in the tool's own packing, of which something is wrong. */
export function oddExport(random: Random, tool: "amplitude" | "mixpanel"): Buffer {
  const lines = oddLines(random);
  if (tool === "mixpanel") {
    const packed = random.below(2) === 0 ? lines : gzipSync(lines);
    return pick(random, [packed, damaged(random, packed), gzipSync(gzipSync(lines)), BOMB, Buffer.alloc(0)]);
  }
  const name = (at: number): string => `4711/4711_2026-01-10_${at % 24}#${at}.json.gz`;
  const one = (content: Buffer): Buffer => zip([{ name: name(0), content }]);
  return pick<() => Buffer>(random, [
    () => one(gzipSync(lines)),
    () => damaged(random, one(gzipSync(lines))),
    () => damaged(random, one(gzipSync(lines))),
    () => one(damaged(random, gzipSync(lines))),
    () => one(BOMB),
    () => one(gzipSync(BOMB)),
    () => one(lines),
    () =>
      zip([
        {
          name: pick(random, ["../../etc/passwd", "a.exe", "", "x".repeat(60_000), "\0.json"]),
          content: lines,
        },
      ]),
    () => zip(Array.from({ length: 3_000 }, (_, at) => ({ name: name(at), content: gzipSync("{}\n") }))),
    () => zip([]),
    () => noise(random, 50_000),
  ])();
}

/** A page of profiles of which something is wrong. */
export function oddPage(random: Random): Buffer {
  const profile = { $distinct_id: "a", $properties: { name: "A" } };
  const page = (more: object): string =>
    JSON.stringify({ page: 0, page_size: 1, session_id: "s", results: [profile], status: "ok", ...more });
  return Buffer.from(
    pick(random, [
      page({}),
      page({ page_size: 0 }),
      page({ page_size: -1, results: [] }),
      page({ results: {} }),
      page({ results: "x", session_id: {} }),
      page({ results: [null, 1, [], { $distinct_id: {} }, { $properties: 3 }] }),
      page({ results: [{ ...profile, $properties: { long: "x".repeat(5_000_000) } }] }),
      page({ results: Array.from({ length: 50_000 }, () => ({})) }),
      page({ junk: "x".repeat(100_000) }),
      page({}).slice(0, random.below(80)),
      '{"results":['.repeat(50_000),
      `{"results":[${"[".repeat(1_000_000)}`,
      "[]",
      "",
    ]),
  );
}
