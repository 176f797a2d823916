import { sha256 } from "../../platform/secrets.ts";
import type { Accept } from "../accept/accept.ts";
import type { Receipt } from "../accept/receipt.ts";
import type { RateLimit } from "../import/rate-limit.ts";
import { notWritten, RATE_SENTENCE, type SdkOutcome, type SdkRefusal, tryAgain } from "../sdk/outcome.ts";
import type { SdkBatch } from "../sdk/routes.ts";
import { type ProjectOf, type ProjectRecords, routeByToken } from "./route-by-token.ts";

export type TrackDeps = {
  /** With the bounds of this door: only what happens now. */
  accept: Accept;
  rateLimit: RateLimit;
  projectOf: ProjectOf;
  /** Told of records that belong to no project, which is why no project's figures hold them. */
  onHomeless(code: "unknown_token" | "no_token", count: number): void;
};

/** One request of `/track`: each event goes to the project its token names. */
export async function runTrack(deps: TrackDeps, batch: SdkBatch): Promise<SdkOutcome> {
  const { projects, unknownTokens, refused } = await routeByToken(batch.records, deps.projectOf);
  if (unknownTokens > 0) deps.onHomeless("unknown_token", unknownTokens);
  if (refused.length > 0) deps.onHomeless("no_token", refused.length);
  for (const { projectId, records } of projects) {
    const tooFast = deps.rateLimit.take(projectId, records.length);
    if (tooFast) return tryAgain(429, RATE_SENTENCE, tooFast.retryAfterS);
  }
  // Together, so that they share one sync. If one cannot be written the client sends all again; insert ids absorb the rest.
  const receipts = await Promise.all(projects.map((project) => acceptOne(deps, batch, project)));
  let accepted = unknownTokens;
  for (const [at, receipt] of receipts.entries()) {
    if (!receipt.ok) return notWritten(receipt.failure);
    accepted += receipt.value.accepted;
    refused.push(...refusalsOf(receipt.value, projects[at]?.indexes ?? []));
  }
  refused.sort((left, right) => left.index - right.index);
  return { kind: "taken", accepted, refused };
}

function acceptOne(
  { accept }: TrackDeps,
  { strict, ip, clientAddress, text, sizeIsSound }: SdkBatch,
  { projectId, records }: ProjectRecords,
): ReturnType<Accept> {
  const anonymousId = ip === "1" ? sha256(clientAddress).toString("hex").slice(0, 32) : undefined;
  return accept(
    { projectId, lane: "live", lineage: { source: "track" }, strict, anonymousId },
    { records, text, sizeIsSound },
  );
}

const refusalsOf = ({ refused }: Receipt, indexes: readonly number[]): SdkRefusal[] =>
  refused.map(({ index, insertId, refusal: { field, message } }) => ({
    index: indexes[index] ?? index,
    insertId,
    field,
    message,
  }));
