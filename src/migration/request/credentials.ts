import type { Sealing } from "../../platform/sealing/index.ts";
import { sameDigest, sha256 } from "../../platform/secrets.ts";
import type { Credentials, Job } from "../types.ts";

const about = (jobId: string): string => `migration_job/${jobId}/credentials`;

export const sealCredentials = (sealing: Sealing, jobId: string, { key, secret }: Credentials): string =>
  sealing.seal(JSON.stringify({ key, secret }), about(jobId));

export function openCredentials(sealing: Sealing, { id, credentials }: Job): Credentials | undefined {
  const text = credentials === null ? undefined : sealing.open(credentials, about(id));
  return text === undefined ? undefined : JSON.parse(text);
}

/** Whether a job runs with these credentials. Compared by digest, so that the time taken says nothing about them. */
export function sameCredentials(sealing: Sealing, job: Job, { key, secret }: Credentials): boolean {
  const own = openCredentials(sealing, job);
  const digest = (given: Credentials): Buffer => sha256(JSON.stringify([given.key, given.secret]));
  return own !== undefined && sameDigest(digest(own), digest({ key, secret }));
}

/** An origin may repeat in its answer what it was sent. */
export const withoutSecrets = (text: string, { key, secret }: Credentials): string =>
  [secret, key, Buffer.from(`${key}:${secret}`).toString("base64")]
    .filter((hidden) => hidden.length >= 4)
    .reduce((clean, hidden) => clean.replaceAll(hidden, "…"), text);
