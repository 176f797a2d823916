import { BlockList, isIP, isIPv4 } from "node:net";

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
  ["fec0::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
  ["fd00:ec2::254", 128, "ipv6"],
  ["fd20:ce::254", 128, "ipv6"],
];

/** `networks`: addresses and networks that may be connected to; undefined is any. */
export function createAddressCheck(networks: readonly string[] | undefined): (address: string) => boolean {
  const never = new BlockList();
  for (const [network, bits, family] of NEVER) never.addSubnet(network, bits, family);
  const allowed = networks && new BlockList();
  for (const network of networks ?? []) {
    const [address = "", bits] = network.split("/");
    const family = familyOf(address);
    allowed?.addSubnet(address, Number(bits ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return (address) => {
    const { spellings, isSame } = readAddress(address);
    if (spellings.length === 0) return false;
    const checks = (list: BlockList) => (one: string) => list.check(one, familyOf(one));
    if (spellings.some(checks(never))) return false;
    // An address that only carries another one inside has to be allowed as what it is.
    return allowed === undefined || (isSame ? spellings : spellings.slice(0, 1)).some(checks(allowed));
  };
}

const familyOf = (address: string): Family => (isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * An address as a check has to see it: itself, and the IPv4 addresses that it leads to or carries. `isSame`: both spellings are one
 * host. No spellings: this is no address.
 */
export function readAddress(address: string): { spellings: string[]; isSame: boolean } {
  // A scope names an interface of this machine, not another address.
  const [bare = ""] = address.toLowerCase().split("%");
  if (isIPv4(bare)) return { spellings: [bare], isSame: true };
  const bytes = ipv6Bytes(bare);
  if (bytes === undefined) return { spellings: [], isSame: false };
  const inside = isLoopback(bytes)
    ? undefined
    : EMBEDDINGS.find(({ prefix }) => prefix.every((byte, at) => bytes[at] === byte));
  if (inside === undefined) return { spellings: [bare], isSame: false };
  const carried = [
    ...inside.at.map((at) => v4At(bytes, at, 0)),
    ...(inside.inverted ?? []).map((at) => v4At(bytes, at, 0xff)),
  ];
  return { spellings: [bare, ...carried], isSame: inside.isSame ?? false };
}

const isLoopback = (bytes: Uint8Array): boolean => bytes.every((byte, at) => byte === (at === 15 ? 1 : 0));

const zeros = (count: number): number[] => new Array<number>(count).fill(0);

/** `inverted`: places at which every bit is turned round. */
type Embedding = { prefix: number[]; at: number[]; inverted?: number[]; isSame?: boolean };

/** Where IPv6 addresses carry IPv4 ones. */
const EMBEDDINGS: readonly Embedding[] = [
  // ::ffff:a.b.c.d is a.b.c.d.
  { prefix: [...zeros(10), 0xff, 0xff], at: [12], isSame: true },
  // ::ffff:0:a.b.c.d, translated.
  { prefix: [...zeros(8), 0xff, 0xff, 0, 0], at: [12] },
  // NAT64: the well-known prefix, which leads to a.b.c.d, and the local one, where it may stand at several places.
  { prefix: [0, 0x64, 0xff, 0x9b, ...zeros(8)], at: [12], isSame: true },
  { prefix: [0, 0x64, 0xff, 0x9b], at: [6, 7, 9, 12] },
  // 6to4, and the server and client of Teredo, of which the client is written inverted.
  { prefix: [0x20, 0x02], at: [2] },
  { prefix: [0x20, 0x01, 0, 0], at: [4], inverted: [12] },
  // ::a.b.c.d, the compatible form of old.
  { prefix: zeros(12), at: [12] },
];

const v4At = (bytes: Uint8Array, at: number, mask: number): string =>
  [...bytes.subarray(at, at + 4)].map((byte) => byte ^ mask).join(".");

/** The sixteen bytes of an address in any of its spellings. */
function ipv6Bytes(text: string): Uint8Array | undefined {
  if (isIP(text) !== 6) return undefined;
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const plain = dotted
    ? `${dotted[1]}${hex(Number(dotted[2]) * 256 + Number(dotted[3]))}:${hex(Number(dotted[4]) * 256 + Number(dotted[5]))}`
    : text;
  const [left = "", right] = plain.split("::");
  const groups = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((one) => Number.parseInt(one, 16));
  const [before, after] = [groups(left), groups(right ?? "")];
  const all = [...before, ...zeros(8 - before.length - after.length), ...after];
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 255]));
}
const hex = (value: number): string => value.toString(16);
