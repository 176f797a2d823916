import { expect, test } from "vitest";
import { createAddressCheck } from "./addresses.ts";
import { wrongHost } from "./host-names.ts";
import { createOutbound } from "./outbound.ts";

const any = createAddressCheck(undefined);

test.each([
  "64:ff9b::169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:0:0:0:0:169.254.169.254",
  "0064:ff9b:0000::a9fe:a9fe",
  "64:ff9b:1::a9fe:a9fe",
  "64:ff9b:1:a9fe:00a9:fe00::",
  "::ffff:0:169.254.169.254",
  "0:0:0:0:0:ffff:a9fe:a9fe",
  "::169.254.169.254",
  "2002:a9fe:a9fe::1",
  "2001:0:a9fe:a9fe::1",
  "2001:0:4136:e378:8000:63bf:5601:5601",
  "fe80::1%eth0",
  "FE80::1",
  "::%lo",
  "ff02::1",
])("%s leads to an address that is never reached", (address) => {
  expect(any(address)).toBe(false);
  expect(createAddressCheck(["0.0.0.0/0", "::/0"])(address)).toBe(false);
});

test.each(["::1", "2001:db8::1", "2002:0a01:0203::1", "64:ff9b::10.1.2.3", "fd12::1", "::1%lo"])(
  "%s may be reached",
  (address) => {
    expect(any(address)).toBe(true);
  },
);

test("an address that carries an allowed one inside is not allowed by that", () => {
  const some = createAddressCheck(["10.0.0.0/8"]);
  expect(some("::ffff:10.1.2.3")).toBe(true);
  expect(some("64:ff9b::10.1.2.3")).toBe(true);
  expect(some("2002:0a01:0203::1")).toBe(false);
  expect(some("::10.1.2.3")).toBe(false);
});

test.each([
  ...["0x7f.1", "2130706433", "127.1", "0177.0.0.1", "1.2.3.4.5", "example.com.", "example..com", ".com"],
  ...[
    "[::1]",
    "a b",
    "a\0b",
    "a/b",
    "user@host",
    "host:80",
    "",
    "::1%lo",
    "fe80::1%eth0",
    "-a.com",
    "ex\u00e4mple.com",
  ],
  ...["a".repeat(64), `${"a.".repeat(130)}com`, "http://a.com", "0x7f000001"],
])("%j is refused as a host, and resolved by nobody", async (host) => {
  expect(wrongHost(host)).toMatch(/must/);
  if (/^\[/.test(host)) return;
  expect(await createOutbound(undefined).resolve(host)).toMatchObject({
    failure: { code: "host_not_allowed" },
  });
});

test.each([
  "db",
  "db-1.example.com",
  "my_db.internal",
  "127.0.0.1",
  "::1",
  "2001:db8::1",
  "xn--exmple-cua.com",
  "1.example",
])("%s is a host", (host) => {
  expect(wrongHost(host)).toBeUndefined();
});
