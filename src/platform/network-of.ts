/** Who is behind a client address: one customer of an IPv6 provider has a /64 at least, and an address in it for every guess. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = new Array(Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0))).fill("0");
  return [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4).join(":");
}
