import type { Config } from "../../platform/config/index.ts";
import { readOrCreateSecretFile } from "../../platform/data-folder/index.ts";
import { createSealing, deriveKey, type Sealing } from "../../platform/sealing/index.ts";
import type { Randomness } from "../../platform/secrets.ts";

export type Keys = {
  /** Seals secrets that must be read again. */
  sealing: Sealing;
  /** The first signs the cookies of sessions: another key in front signs everyone out. Each decrypts second factors. */
  sessionSecrets: readonly string[];
};

/** All keys come from the operator's, or from one that is made and kept in the data folder. */
export async function openKeys(
  { SECRET_KEY }: Pick<Config, "SECRET_KEY">,
  folder: string,
  randomness: Randomness,
): Promise<Keys> {
  const keys = SECRET_KEY ?? [await readOrCreateSecretFile(folder, "secret-key", randomness)];
  return {
    sealing: createSealing(keys, randomness),
    sessionSecrets: keys.map((key) => deriveKey([key], "sessions")),
  };
}
