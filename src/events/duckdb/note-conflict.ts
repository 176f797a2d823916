import type { ChangeOf, Lane } from "../change.ts";
import type { ProjectFile } from "./project-file.ts";
import type { Conflict, ProjectState } from "./project-state.ts";

/**
 * Remembers that a lane declared a column otherwise. Its caller may leave that declaration out and go on: the rows that
 * follow it would then be stored under the wrong names.
 */
export async function noteConflict(file: ProjectFile, conflict: Conflict): Promise<void> {
  const { lane, number } = conflict;
  // Declarations made up for a file that begins stand between two positions.
  const position = Math.floor(conflict.position);
  const { conflicts } = file.state;
  if (conflicts.some((known) => known.lane === lane && known.position === position)) return;
  await file.writer.run("insert into conflicts values (?, ?, ?)", [lane, BigInt(position), number]);
  file.state.conflicts = [...conflicts, { lane, position, number }];
}

/** Whether rows use a column of which their lane meant something else. Rows that do not say what they use may. */
export const usesConflicting = (
  { conflicts }: ProjectState,
  lane: Lane,
  { position, columns }: ChangeOf<"rows">,
): boolean =>
  conflicts.some(
    (known) =>
      known.lane === lane &&
      known.position < position &&
      (columns === undefined || columns.some((number) => number >= known.number)),
  );
