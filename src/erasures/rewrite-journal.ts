import { LANES } from "../journal/index.ts";
import type { ErasureDeps } from "./deps.ts";
import { withoutPersons } from "./frame-persons.ts";

export type RewriteProgress = { total: number; done: number; rows: number; updates: number };

type Rewriting = Pick<ErasureDeps, "journal" | "profiles">;
type Persons = { projectId: number; ids: ReadonlySet<string>; position: number };

/**
 * Takes persons out of the journal. Segments without them are read and left alone. Begun again after a crash it finds less to do: a
 * segment is its old self or its new one.
 */
export async function rewriteJournal(
  { journal, profiles }: Rewriting,
  { projectId, ids, position }: Persons,
  tell: (progress: RewriteProgress) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const lane of LANES) await journal.rotate(lane);
  const found = await findFrames({ journal, profiles }, { projectId, ids, position }, signal);
  const bases = journal.segments().filter(({ closed }) => closed);
  const segments = bases.filter((segment) => {
    const next = bases.filter(({ lane, base }) => lane === segment.lane && base > segment.base);
    const end = Math.min(...next.map(({ base }) => base), Number.POSITIVE_INFINITY);
    return found.some(
      (frame) => frame.lane === segment.lane && frame.position >= segment.base && frame.position < end,
    );
  });
  const progress: RewriteProgress = { total: segments.length, done: 0, rows: 0, updates: 0 };
  await tell(progress);
  for (const segment of segments) {
    signal.throwIfAborted();
    const recast = await journal.rewrite(segment, (frame) => {
      if (frame.project !== projectId || frame.position > position) return "keep";
      const without = withoutPersons(frame.kind, frame.body, ids, profiles.frames);
      if (without === undefined) return "keep";
      progress.rows += without.rows;
      progress.updates += without.updates;
      return without.body === null ? "drop" : { body: without.body };
    });
    if (!recast.ok) {
      throw new Error(
        `segment ${segment.file} of the journal could not be rewritten: ${recast.failure.code}`,
      );
    }
    progress.done += 1;
    await tell(progress);
  }
}

/** Where these persons still are in the journal. */
export async function findFrames(
  { journal, profiles }: Rewriting,
  { projectId, ids, position }: Persons,
  signal: AbortSignal,
): Promise<{ lane: string; position: number }[]> {
  const found: { lane: string; position: number }[] = [];
  for await (const frame of journal.read({ after: 0, project: projectId })) {
    signal.throwIfAborted();
    if (frame.position > position) continue;
    if (withoutPersons(frame.kind, frame.body, ids, profiles.frames) === undefined) continue;
    found.push({ lane: frame.lane, position: frame.position });
  }
  return found;
}
