import type { Appended, AppendFailure, FrameInput } from "../../journal/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Result } from "../../platform/result.ts";
import { encodeUpdates, PROFILE_FRAME_KIND, PROFILE_LIMITS } from "../../profiles/index.ts";
import type { Doors } from "../../projects/index.ts";
import type { Noted } from "../diagnostics/recorder.ts";
import type { Sampler } from "../diagnostics/sampler.ts";
import type { Limits } from "../limits.ts";
import type { SdkOutcome, SdkRefusal } from "../sdk/outcome.ts";
import type { SdkBatch } from "../sdk/routes.ts";
import { notWritten } from "../wire/words.ts";
import type { ProfileRefusal } from "./codes.ts";
import { createProjectFinder } from "./find-project.ts";
import { readAll } from "./read-all.ts";
import type { ProfileDoor, UpdateContext } from "./read-update.ts";
import { sortRecords } from "./sort-records.ts";

export type EngageDeps = {
  /** Appends to the journal and remembers that something waits to be applied. */
  append(frames: readonly FrameInput[]): Promise<Result<Appended, AppendFailure>>;
  doors: Pick<Doors, "open" | "projectOf">;
  limits: Limits;
  clock: Clock;
  /** Told what became of records, by code. */
  onCounted(outcome: "accepted" | "refused" | "unknown_token", count: number): void;
  /** Keeps what was refused or mended for whoever looks it up. */
  sampler: Sampler;
  note(batch: Noted): void;
};

/** Levels of lists and objects inside each other. A guard, not a public limit: nobody's profile is deeper. */
const DEPTH_MAX = 32;

/** One request of `/engage` or `/groups`: checked record by record, and in the journal, synced, before it is answered. */
export async function runEngage(deps: EngageDeps, door: ProfileDoor, batch: SdkBatch): Promise<SdkOutcome> {
  const sorted = await sortRecords(batch.records, createProjectFinder(deps.doors, batch));
  if (!sorted.ok) return sorted.failure;
  const { projects, unknownTokens, refused } = sorted.value;
  // From here to the append nothing waits: frames lie in the journal in the order of their times.
  const nowMs = deps.clock.now();
  const context = contextOf(deps.limits, door, batch, nowMs);
  const frames: FrameInput[] = [];
  const noted: Noted[] = [];
  let accepted = 0;
  for (const project of projects) {
    const { updates, counts, refusals, samples } = readAll(project, context, deps.sampler);
    if (Object.keys(counts).length > 0)
      noted.push({ projectId: project.projectId, endpoint: door, counts, samples });
    accepted += updates.length;
    refused.push(...refusals);
    const body = encodeUpdates({ receivedMs: nowMs, door, updates, counts });
    frames.push({ kind: PROFILE_FRAME_KIND, project: project.projectId, body });
  }
  // Parsed, they take several times the memory of their text, and many may wait for the disk.
  batch.records.length = 0;
  const appended = frames.length === 0 ? undefined : await deps.append(frames);
  if (appended?.ok === false) return notWritten(appended.failure);
  for (const batchOfProject of noted) deps.note(batchOfProject);
  if (accepted > 0) deps.onCounted("accepted", accepted);
  if (refused.length > 0) deps.onCounted("refused", refused.length);
  if (unknownTokens > 0) deps.onCounted("unknown_token", unknownTokens);
  refused.sort((left, right) => left.index - right.index);
  return { kind: "taken", accepted: accepted + unknownTokens, refused: refused.map(toSdkRefusal) };
}

const contextOf = (
  { eventMaxBytes, idMaxBytes, nameMaxCharacters }: Limits,
  door: ProfileDoor,
  { strict, text, sizeIsSound }: SdkBatch,
  nowMs: number,
): Omit<UpdateContext, "repaired"> => ({
  door,
  strict,
  nowMs,
  text,
  sizeIsSound,
  idMaxBytes,
  recordMaxBytes: eventMaxBytes,
  limits: { ...PROFILE_LIMITS, nameMaxCharacters, depthMax: DEPTH_MAX },
});

const toSdkRefusal = ({
  index,
  refusal: { field, message },
}: {
  index: number;
  refusal: ProfileRefusal;
}): SdkRefusal => ({ index, field, message });
