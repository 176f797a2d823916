import { sha256 } from "../../platform/secrets.ts";
import type { RateLimit } from "../import/rate-limit.ts";
import type { SdkOutcome, SdkRefusal } from "../sdk/outcome.ts";
import type { SdkBatch } from "../sdk/routes.ts";
import { notWritten, TOO_FAST, tryAgain } from "../wire/words.ts";
import type { Gathering, Settled } from "./gather.ts";
import { type ProjectOf, type ProjectRecords, type Routed, routeByToken } from "./route-by-token.ts";

export type TrackDeps = {
  /** With the bounds of this door: only what happens now. */
  gathering: Gathering;
  rateLimit: RateLimit;
  projectOf: ProjectOf;
  /** Told of records that belong to no project, which is why no project's figures hold them. */
  onHomeless(code: "unknown_token" | "no_token", count: number): void;
};

/** One request of `/track`: each event goes to the project its token names. */
export function runTrack(deps: TrackDeps, batch: SdkBatch): Promise<SdkOutcome> {
  const routed = routeByToken(batch.records, deps.projectOf);
  return routed instanceof Promise
    ? routed.then((known) => acceptAll(deps, batch, known))
    : acceptAll(deps, batch, routed);
}

async function acceptAll(
  deps: TrackDeps,
  batch: SdkBatch,
  { projects, unknownTokens, refused }: Routed,
): Promise<SdkOutcome> {
  if (unknownTokens > 0) deps.onHomeless("unknown_token", unknownTokens);
  if (refused.length > 0) deps.onHomeless("no_token", refused.length);
  for (const { projectId, records } of projects) {
    const tooFast = deps.rateLimit.take(projectId, records.length);
    if (tooFast) return tryAgain(429, TOO_FAST, tooFast.retryAfterS);
  }
  // Together, so that they share one sync. If one cannot be written the client sends all again; insert ids absorb the rest.
  const [only, ...others] = projects.map((project) => acceptOne(deps, batch, project));
  const settled = others.length > 0 ? await Promise.all([only, ...others]) : [await only];
  let accepted = unknownTokens;
  for (const [at, { indexes }] of projects.entries()) {
    const own = settled[at];
    if (own === undefined) continue;
    if (!own.ok) return notWritten(own.failure);
    accepted += own.value.accepted;
    if (own.value.refused.length > 0) refused.push(...refusalsOf(own.value.refused, indexes));
  }
  if (refused.length > 1) refused.sort((left, right) => left.index - right.index);
  return { kind: "taken", accepted, refused };
}

function acceptOne(
  { gathering }: TrackDeps,
  { strict, ip, clientAddress, text, sizeIsSound, bytes }: SdkBatch,
  { projectId, records }: ProjectRecords,
): Promise<Settled> {
  const isFromAddress = ip === "1" && records.some(hasNoId);
  const anonymousId = isFromAddress ? sha256(clientAddress).toString("hex").slice(0, 32) : undefined;
  return gathering.gather(
    { projectId, lane: "live", lineage: { source: "track" }, strict, anonymousId },
    { records, text, sizeIsSound },
    bytes,
  );
}

/** The browser's client asks for its address every time, and hardly ever needs it: it sends an id. */
const hasNoId = (record: unknown): boolean =>
  (record as { properties: Record<string, unknown> }).properties.distinct_id === undefined;

type Refused = Extract<Settled, { ok: true }>["value"]["refused"];

export const refusalsOf = (refused: Refused, indexes: readonly number[]): SdkRefusal[] =>
  refused.map(({ index, insertId, refusal: { field, message } }) => ({
    index: indexes[index] ?? index,
    insertId,
    field,
    message,
  }));
