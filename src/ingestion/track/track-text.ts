import { RecordText } from "../direct/record-text.ts";
import type { SdkOutcome, TextEnd } from "../sdk/outcome.ts";
import { notWritten, TOO_FAST, tryAgain } from "../wire/words.ts";
import type { Settled, Taken, Waiting } from "./gather.ts";
import { refusalsOf, type TrackDeps } from "./run-track.ts";

/** Beyond it a text is not small, and has a turn of its own. */
const TEXT_MAX_BYTES = 65_536;

/**
 * A single event as the text it came as, which is what most requests bring. False when it needs the parser: nothing has been done then.
 */
export function trackText(deps: TrackDeps, text: Buffer, bytes: number, end: TextEnd): boolean {
  if (text.length > TEXT_MAX_BYTES) return false;
  const record = RecordText.of(text);
  const projectId = record && deps.projectOf(record.token);
  // A token that is not in use has to be looked up, or belongs to nobody.
  if (record === undefined || typeof projectId !== "number") return false;
  const tooFast = deps.rateLimit.take(projectId, 1);
  if (tooFast) end.done(tryAgain(429, TOO_FAST, tooFast.retryAfterS));
  else deps.gathering.gatherText(projectId, record, bytes, new WaitingText(deps, projectId, end));
  return true;
}

class WaitingText implements Waiting {
  readonly count = 1;
  readonly #deps: TrackDeps;
  readonly #projectId: number;
  readonly #end: TextEnd;

  constructor(deps: TrackDeps, projectId: number, end: TextEnd) {
    this.#deps = deps;
    this.#projectId = projectId;
    this.#end = end;
  }

  settle(settled: Settled): void {
    if (!settled.ok) this.#end.done(notWritten(settled.failure));
    else if (settled.value.unread.length === 0) this.#end.done(outcomeOf(settled.value));
    else {
      // It counts once, when it is taken.
      this.#deps.rateLimit.take(this.#projectId, -1);
      this.#end.unread();
    }
  }

  broke(cause: unknown): void {
    this.#end.broke(cause);
  }
}

const GOOD: SdkOutcome = { kind: "taken", accepted: 1, refused: [] };

const outcomeOf = ({ accepted, refused }: Taken): SdkOutcome =>
  refused.length === 0 ? GOOD : { kind: "taken", accepted, refused: refusalsOf(refused, [0]) };
