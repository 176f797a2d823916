import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { Randomness } from "../secrets.ts";

/**
 * Keeps secrets that have to be read again, such as a warehouse's password. What is sealed can be read only with the server's key
 * and only for what it was sealed for: put into another row it does not open.
 */
export type Sealing = {
  /** `about` names what it belongs to: `warehouse_source/7/password`. */
  seal(text: string, about: string): string;
  /** Undefined: sealed with a key this server does not have, for something else, or not by us. */
  open(sealed: string, about: string): string | undefined;
};

const VERSION = "s1";
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The first key seals, any of them opens: a new one is put in front, and the old one leaves when nothing needs it any more. */
export function createSealing(keys: readonly string[], randomness: Randomness): Sealing {
  const [first] = keys;
  if (first === undefined) throw new Error("there is no key to seal with");
  return {
    seal(text, about) {
      const salt = randomness.bytes(SALT_BYTES);
      const nonce = randomness.bytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyOf(first, salt), nonce).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${VERSION}:${Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString("base64")}`;
    },
    open(sealed, about) {
      const [version, body = ""] = sealed.split(":");
      if (version !== VERSION) return undefined;
      const bytes = Buffer.from(body, "base64");
      for (const key of keys) {
        const text = openWith(key, bytes, about);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

/** A key for another use, from which nobody can work out the one that seals. */
export const deriveKey = ([first]: readonly string[], use: string): string => {
  if (first === undefined) throw new Error("there is no key to derive from");
  return Buffer.from(hkdfSync("sha256", Buffer.from(first, "hex"), "", `tributary ${use}`, 32)).toString(
    "hex",
  );
};

/** A key of its own for each secret, so that no two share a nonce however many there are. */
const keyOf = (key: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", Buffer.from(key, "hex"), salt, "tributary sealing", 32));

function openWith(key: string, bytes: Buffer, about: string): string | undefined {
  if (bytes.length < SALT_BYTES + NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  const tag = bytes.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES);
  const opening = createDecipheriv("aes-256-gcm", keyOf(key, bytes.subarray(0, SALT_BYTES)), nonce)
    .setAAD(Buffer.from(about))
    .setAuthTag(tag);
  try {
    const text = opening.update(bytes.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, opening.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
