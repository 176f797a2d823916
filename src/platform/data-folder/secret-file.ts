import { chmod, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Randomness, randomHex } from "../secrets.ts";
import { writeFileDurably } from "./durable-file.ts";

/** 256 bits. Hexadecimal, so that it serves as a password in a URL and as a 32-byte key alike. */
const SECRET_HEX_LENGTH = 64;

/**
 * The secret kept under this name in the data folder, made at first use. It is on the disk before this returns, since
 * what gets sealed with it is lost without it. The caller holds the data folder's lock, so nobody else makes it meanwhile.
 */
export async function readOrCreateSecretFile(
  folder: string,
  name: string,
  randomness: Randomness,
): Promise<string> {
  const path = join(folder, name);
  const kept = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (kept === undefined) {
    const secret = randomHex(randomness, SECRET_HEX_LENGTH);
    await writeFileDurably(path, `${secret}\n`);
    return secret;
  }
  const secret = kept.trim();
  // Never replaced: a new secret would make everything sealed with the old one unreadable for good.
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new Error(`${path} does not hold a secret of ours; restore that file from a backup.`);
  }
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
  return secret;
}
