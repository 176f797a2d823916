import { open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { seededRandom } from "../support/random.ts";
import type { Damage } from "./kills.ts";

const HEADER_BYTES = 12_288;

/** Spoils the project's file, or its log. Answers whether there was anything to spoil. */
export async function damageStore(storeFolder: string, { file, how, seed }: Damage): Promise<boolean> {
  const path = join(storeFolder, file === "store" ? "1.duckdb" : "1.duckdb.wal");
  const random = seededRandom(seed);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return false;
  if (how === "truncate") {
    await truncate(path, random.below(size));
    return true;
  }
  const handle = await open(path, "r+");
  try {
    const flips = how === "header" ? 64 : 1 + random.below(20);
    const range = how === "header" ? Math.min(size, HEADER_BYTES) : size;
    for (let flip = 0; flip < flips; flip += 1) {
      const at = random.below(range);
      const byte = Buffer.alloc(1);
      await handle.read(byte, 0, 1, at);
      byte.writeUInt8(byte.readUInt8() ^ (1 << random.below(8)));
      await handle.write(byte, 0, 1, at);
    }
  } finally {
    await handle.close();
  }
  return true;
}
