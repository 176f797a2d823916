import type { Sealing } from "../../platform/sealing/index.ts";
import type { Credentials, Job } from "../types.ts";

const about = (jobId: string): string => `migration_job/${jobId}/credentials`;

export const sealCredentials = (sealing: Sealing, jobId: string, { key, secret }: Credentials): string =>
  sealing.seal(JSON.stringify({ key, secret }), about(jobId));

export function openCredentials(sealing: Sealing, { id, credentials }: Job): Credentials | undefined {
  const text = credentials === null ? undefined : sealing.open(credentials, about(id));
  return text === undefined ? undefined : JSON.parse(text);
}

/** An origin may repeat in its answer what it was sent. */
export const withoutSecrets = (text: string, { key, secret }: Credentials): string =>
  [secret, key, Buffer.from(`${key}:${secret}`).toString("base64")]
    .filter((hidden) => hidden.length >= 4)
    .reduce((clean, hidden) => clean.replaceAll(hidden, "…"), text);
