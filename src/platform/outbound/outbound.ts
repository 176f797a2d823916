import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { fail, ok, type Result } from "../result.ts";

export type OutboundFailure =
  | { code: "host_not_found"; host: string }
  | { code: "host_not_allowed"; host: string; address: string };

/** Decides where this server connects to on behalf of a user. What it answers is connected to; a name is never resolved twice. */
export type Outbound = { resolve(host: string): Promise<Result<string, OutboundFailure>> };

type Family = "ipv4" | "ipv6";

/** Never, whatever the operator allows: what answers there is the machine's own cloud, with keys to it, or nobody in particular. */
const NEVER: readonly [network: string, bits: number, family: Family][] = [
  ["0.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["224.0.0.0", 3, "ipv4"],
  ["100.100.100.200", 32, "ipv4"],
  ["168.63.129.16", 32, "ipv4"],
  ["192.0.0.192", 32, "ipv4"],
  ["::", 128, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
  ["fd00:ec2::254", 128, "ipv6"],
  ["fd20:ce::254", 128, "ipv6"],
];

/** `networks`: addresses and networks that may be connected to; undefined is any. */
export function createOutbound(networks: readonly string[] | undefined): Outbound {
  const never = new BlockList();
  for (const [network, bits, family] of NEVER) never.addSubnet(network, bits, family);
  const allowed = networks && new BlockList();
  for (const network of networks ?? []) {
    const [address = "", bits] = network.split("/");
    const family = familyOf(address);
    allowed?.addSubnet(address, Number(bits ?? (family === "ipv4" ? 32 : 128)), family);
  }
  const mayReach = (address: string): boolean => {
    const bare = unmapped(address);
    const family = familyOf(bare);
    return !never.check(bare, family) && (allowed === undefined || allowed.check(bare, family));
  };
  return {
    async resolve(host) {
      const addresses = await addressesOf(host);
      const [first] = addresses;
      if (first === undefined) return fail({ code: "host_not_found", host });
      // One bad address among good ones is a trap, or a mistake as bad.
      const refused = addresses.find((address) => !mayReach(address));
      return refused === undefined ? ok(first) : fail({ code: "host_not_allowed", host, address: refused });
    },
  };
}

const familyOf = (address: string): Family => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** `::ffff:169.254.169.254` leads where `169.254.169.254` does. */
function unmapped(address: string): string {
  const found = /^(?:::ffff:|64:ff9b::)(.+)$/i.exec(address)?.[1];
  if (found === undefined) return address;
  if (isIP(found) === 4) return found;
  const [high = "0", low = "0"] = found.split(":");
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join(".");
}

/** IPv4 first: more warehouses listen there alone than the other way round. */
async function addressesOf(host: string): Promise<string[]> {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) !== 0) return [bare.toLowerCase()];
  try {
    const found = await lookup(bare, { all: true, order: "ipv4first" });
    return found.map(({ address }) => address);
  } catch {
    return [];
  }
}
