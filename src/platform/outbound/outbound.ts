import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { fail, ok, type Result } from "../result.ts";
import { createAddressCheck } from "./addresses.ts";
import { wrongHost } from "./host-names.ts";

export type OutboundFailure =
  | { code: "host_not_found"; host: string }
  | { code: "host_not_allowed"; host: string; address: string };

/** Decides where this server connects to on behalf of a user. Its answer is connected to; a name is never resolved twice. */
export type Outbound = { resolve(host: string): Promise<Result<string, OutboundFailure>> };

/** `networks`: addresses and networks that may be connected to; undefined is any. */
export function createOutbound(networks: readonly string[] | undefined): Outbound {
  const mayReach = createAddressCheck(networks);
  return {
    async resolve(host) {
      const bare = host.replace(/^\[(.*)\]$/, "$1");
      if (wrongHost(bare) !== undefined)
        return fail({ code: "host_not_allowed", host, address: "no address" });
      const addresses = await addressesOf(bare);
      const [first] = addresses;
      if (first === undefined) return fail({ code: "host_not_found", host });
      // One bad address among good ones is a trap, or a mistake as bad.
      const refused = addresses.find((address) => !mayReach(address));
      return refused === undefined ? ok(first) : fail({ code: "host_not_allowed", host, address: refused });
    },
  };
}

/** IPv4 first: more warehouses listen there alone than the other way round. */
async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host.toLowerCase()];
  try {
    const found = await lookup(host, { all: true, order: "ipv4first" });
    return found.map(({ address }) => address);
  } catch {
    return [];
  }
}
