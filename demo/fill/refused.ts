import { ask, askApp, type Target } from "./api.ts";

const HOUR_MS = 3_600_000;

/** Records that cannot be taken, by several doors, so that diagnostics have something to tell. */
export async function sendRefused(target: Target, endMs: number): Promise<{ refused: number }> {
  const { token } = await askApp<{ token: string }>(target, "GET", "projects/1");
  const good = { time: endMs - HOUR_MS, distinct_id: "u-00001" };
  const record = (properties: object, event = "Page Viewed") => ({
    event,
    properties: { ...good, ...properties },
  });
  const imported = [
    record({ time: endMs + 30 * HOUR_MS, page: "/from-a-clock-that-is-ahead" }),
    record({ time: endMs + 31 * HOUR_MS, page: "/from-a-clock-that-is-ahead" }),
    record({ distinct_id: "undefined", page: "/" }),
    record({ $insert_id: "not an insert id!", page: "/" }),
    record({ page: "/" }, ""),
    { event: "Page Viewed" },
  ];
  await ask(target, "POST", "/import?strict=1&project_id=1", { body: imported, also: [400] });
  const tracked = [
    record({ token, time: endMs - 900 * HOUR_MS, page: "/sent-a-month-late" }),
    record({ token, distinct_id: "x".repeat(300), page: "/" }),
  ];
  await ask(target, "POST", "/track?verbose=1", { body: tracked, also: [400] });
  await ask(target, "POST", "/engage?verbose=1", {
    body: [{ $token: token, $distinct_id: "u-00001" }],
    also: [400],
  });
  return { refused: imported.length };
}
