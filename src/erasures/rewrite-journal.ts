import { FRAME_KINDS } from "../events/index.ts";
import { type Frame, LANES } from "../journal/index.ts";
import type { ErasureDeps } from "./deps.ts";
import { type FrameWithout, withoutPersons } from "./frame-persons.ts";

export type RewriteProgress = { total: number; done: number; rows: number; updates: number };

type Rewriting = Pick<ErasureDeps, "journal" | "profiles">;
/** Everything up to the position is about what is to be erased. */
export type Persons = {
  projectId: number;
  ids: ReadonlySet<string>;
  position: number;
  discardsDamaged: boolean;
};
type Segment = ReturnType<Rewriting["journal"]["segments"]>[number];

/**
 * Takes persons out of the journal. Segments without them are read and left alone. Begun again after a crash it finds less to do: a
 * segment is its old self or its new one.
 */
export async function rewriteJournal(
  deps: Rewriting,
  persons: Persons,
  tell: (progress: RewriteProgress) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { journal } = deps;
  for (const lane of LANES) await journal.rotate(lane);
  const segments = await findSegments(deps, persons, signal);
  const progress: RewriteProgress = { total: segments.length, done: 0, rows: 0, updates: 0 };
  await tell(progress);
  for (const segment of segments) {
    signal.throwIfAborted();
    const recast = await journal.rewrite(
      segment,
      (frame) => {
        const without = frame.project === persons.projectId ? leftOf(deps, persons, frame) : undefined;
        if (without === undefined) return "keep";
        progress.rows += without.rows;
        progress.updates += without.updates;
        return without.body === null ? "drop" : { body: without.body };
      },
      { discardDamaged: persons.discardsDamaged },
    );
    if (!recast.ok)
      throw new Error(`Segment ${segment.file} of the journal: ${recast.failure.code}. ${REMEDY}`);
    progress.done += 1;
    await tell(progress);
  }
}

const REMEDY =
  "What cannot be read may be about these persons. Put the segment back from a backup, or send the erasure again with 'discard_damaged': true.";

/** Closed segments that hold something of these persons; damaged ones too, where that may go. */
async function findSegments(deps: Rewriting, persons: Persons, signal: AbortSignal): Promise<Segment[]> {
  const { journal } = deps;
  const closed = journal.segments().filter((segment) => segment.closed);
  const found = new Set<Segment>();
  for await (const frame of findFrames(deps, persons, signal)) {
    const holder = closed.findLast(({ lane, base }) => lane === frame.lane && base <= frame.position);
    if (holder) found.add(holder);
  }
  const damaged = new Set(journal.stats().damaged.map(({ lane, segment }) => `${lane} ${segment}`));
  if (persons.discardsDamaged) {
    for (const segment of closed) if (damaged.has(`${segment.lane} ${segment.segment}`)) found.add(segment);
  } else if (damaged.size > 0) {
    throw new Error(`The journal is damaged in ${journal.stats().damagedCount} places. ${REMEDY}`);
  }
  return [...found];
}

/** Where these persons still are in the journal. */
export async function* findFrames(
  deps: Rewriting,
  persons: Persons,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  for await (const frame of deps.journal.read({ after: 0, project: persons.projectId })) {
    signal.throwIfAborted();
    if (leftOf(deps, persons, frame) !== undefined) yield frame;
  }
}

/** A change that says who is to be erased stands behind what it is about. */
function leftOf({ profiles }: Rewriting, { ids, position }: Persons, frame: Frame): FrameWithout | undefined {
  if (frame.position > position && frame.kind !== FRAME_KINDS.erase) return undefined;
  return withoutPersons(frame.kind, frame.body, ids, profiles.frames);
}
