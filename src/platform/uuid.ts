import type { Randomness } from "./secrets.ts";

/** Version 4: all of it random but the bits that say so. */
export function newUuid(randomness: Randomness): string {
  const bytes = randomness.bytes(16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Postgres throws on anything else in the place of one; whoever asks for such an id asks for nothing that is there. */
export const isUuid = (text: string): boolean => UUID.test(text);
