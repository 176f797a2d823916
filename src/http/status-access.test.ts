import { expect, test } from "vitest";
import { createStatusAccess } from "./status-access.ts";

const asked = (ip: string, headers: Record<string, string> = {}, ips: string[] | undefined = undefined) =>
  ({ ip, headers, ips }) as Parameters<ReturnType<typeof createStatusAccess>>[0];

const byNetwork = createStatusAccess(undefined);

test.each([
  "127.0.0.1",
  "::1",
  "::ffff:127.0.0.1",
  "10.1.2.3",
  "172.31.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "fd00::1",
])("%s is inside", (ip) => expect(byNetwork(asked(ip))).toBe(true));

test.each(["8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8", "fe80::1%eth0", ""])(
  "%j is outside",
  (ip) => expect(byNetwork(asked(ip))).toBe(false),
);

test("a client behind a proxy counts by its own address where the proxy is trusted, and as outside where it is not", () => {
  const forwarded = { "x-forwarded-for": "10.0.0.7" };
  expect(byNetwork(asked("127.0.0.1", forwarded))).toBe(false);
  expect(byNetwork(asked("127.0.0.1", forwarded, ["127.0.0.1"]))).toBe(false);
  expect(byNetwork(asked("10.0.0.7", forwarded, ["127.0.0.1", "10.0.0.7"]))).toBe(true);
  expect(byNetwork(asked("8.8.8.8", { "x-forwarded-for": "8.8.8.8" }, ["127.0.0.1", "8.8.8.8"]))).toBe(false);
  expect(byNetwork(asked("127.0.0.1", { forwarded: "for=10.0.0.7" }, ["127.0.0.1"]))).toBe(false);
});

test("with a token only the token counts", () => {
  const byToken = createStatusAccess("a-token-of-16-chars");
  expect(byToken(asked("127.0.0.1"))).toBe(false);
  expect(byToken(asked("8.8.8.8", { authorization: "Bearer a-token-of-16-chars" }))).toBe(true);
  expect(byToken(asked("127.0.0.1", { authorization: "Bearer another-token-here" }))).toBe(false);
});
