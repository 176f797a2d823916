import { type Randomness, randomHex } from "../../platform/secrets.ts";

const SLUG_MAX = 40;

/** The login name made of the name asked for: readable, unique across the server, and without a colon, which Basic could not carry. */
export function makeUsername(randomness: Randomness, label: string): string {
  const slug = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replace(/^-|-$/g, "");
  return `${slug === "" ? "account" : slug}.${randomHex(randomness, 6)}.service-account`;
}
