import { BlockList, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import { sameDigest, sha256 } from "../platform/secrets.ts";

/** Loopback, private networks (RFC 1918, unique local IPv6), the shared range of carriers and container networks. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");

/** What proxies add. */
const FORWARDING = [
  ...["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"],
  ...["x-client-ip", "x-cluster-client-ip", "cf-connecting-ip", "true-client-ip", "fastly-client-ip"],
];

type Asked = Pick<FastifyRequest, "headers" | "ip" | "ips">;

/** Whether the details of the status pages are for this client: by the operator's token, or by its network where none is set. */
export type MaySeeStatus = (request: Asked) => boolean;

export function createStatusAccess(token: string | undefined): MaySeeStatus {
  if (token === undefined) return isInside;
  const expected = sha256(`Bearer ${token}`);
  return ({ headers }) => sameDigest(sha256(headers.authorization ?? ""), expected);
}

/** Behind a proxy that is not trusted, the address is the proxy's and says nothing about the client. */
function isInside({ headers, ip, ips }: Asked): boolean {
  const isForwarded = FORWARDING.some((name) => headers[name] !== undefined);
  const { "sec-fetch-site": site = "none" } = headers;
  // A page of another site in a browser of this network.
  if (site !== "none" && site !== "same-origin") return false;
  if (isForwarded && (ips === undefined || ips.length < 2)) return false;
  const address = ip.startsWith("::ffff:") ? ip.slice("::ffff:".length) : ip;
  return PRIVATE.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
