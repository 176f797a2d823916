import { expect, test } from "vitest";
import { createOutbound } from "./outbound.ts";

const any = createOutbound(undefined);

test("loopback and private networks may be reached: people connect their own databases", async () => {
  for (const address of ["127.0.0.1", "10.1.2.3", "192.168.0.9", "::1", "fd12::1", "93.184.216.34"]) {
    expect(await any.resolve(address)).toEqual({ ok: true, value: address });
  }
  expect(await any.resolve("localhost")).toMatchObject({ ok: true });
});

test.each([
  "169.254.169.254",
  "169.254.1.1",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "[fe80::1]",
  "fd00:ec2::254",
  "100.100.100.200",
  "0.0.0.0",
  "255.255.255.255",
])("%s is never reached", async (address) => {
  expect(await any.resolve(address)).toMatchObject({ ok: false, failure: { code: "host_not_allowed" } });
  const open = createOutbound(["0.0.0.0/0", "::/0"]);
  expect(await open.resolve(address)).toMatchObject({ ok: false });
});

test("named networks leave out all others", async () => {
  const some = createOutbound(["10.0.0.0/8", "::1"]);
  expect(await some.resolve("10.9.9.9")).toMatchObject({ ok: true });
  expect(await some.resolve("::1")).toMatchObject({ ok: true });
  expect(await some.resolve("127.0.0.1")).toMatchObject({ failure: { code: "host_not_allowed" } });
});

test("a name that nobody knows is said to be so", async () => {
  expect(await any.resolve("no-such-host.invalid")).toEqual({
    ok: false,
    failure: { code: "host_not_found", host: "no-such-host.invalid" },
  });
});
