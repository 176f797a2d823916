import { RecordText } from "../direct/record-text.ts";
import type { SdkOutcome } from "../sdk/outcome.ts";
import type { SdkCircumstances } from "../sdk/routes.ts";
import { notWritten, TOO_FAST, tryAgain } from "../wire/words.ts";
import type { TrackDeps } from "./run-track.ts";

/** Beyond it a text is not small, and has a turn of its own. */
const TEXT_MAX_BYTES = 65_536;

/**
 * A single event as the text it came as, which is what most requests bring. Undefined when it needs the parser after all: nothing has
 * been done then.
 */
export function trackText(
  { accept, projectOf, rateLimit }: TrackDeps,
  text: Buffer,
  { bytes }: SdkCircumstances,
): Promise<SdkOutcome | undefined> | undefined {
  if (text.length > TEXT_MAX_BYTES) return undefined;
  const record = RecordText.of(text);
  const projectId = record && projectOf(record.token);
  // A token that is not in use has to be looked up, or belongs to nobody.
  if (typeof projectId !== "number") return undefined;
  const tooFast = rateLimit.take(projectId, 1);
  if (tooFast) return Promise.resolve(tryAgain(429, TOO_FAST, tooFast.retryAfterS));
  const scope = { projectId, lane: "live", lineage: { source: "track" }, strict: false } as const;
  return accept(scope, { records: [record], text: "sound", sizeIsSound: true }, bytes).then((settled) => {
    if (!settled.ok) return notWritten(settled.failure);
    const { accepted, unread } = settled.value;
    if (unread.length === 0) return { kind: "taken", accepted, refused: NONE };
    // It counts once, when it is taken.
    rateLimit.take(projectId, -1);
    return undefined;
  });
}

const NONE = [] as const;
