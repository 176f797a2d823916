/** Changes of one project's dictionary, one after the other. */
export type ProjectTurns = {
  /** Answers nothing when too many wait already. */
  take<Value>(projectId: number, work: () => Promise<Value>): Promise<Value> | undefined;
};

/** Each may hold an upload of 32 MiB in memory. */
const WAITING_MAX = 20;

/**
 * The database makes changes of a project wait for each other too, across nodes; but a change that waits there keeps a connection,
 * and a few uploads at once would take all that the server has.
 */
export function createProjectTurns(): ProjectTurns {
  const lines = new Map<number, { last: Promise<unknown>; waiting: number }>();
  return {
    take(projectId, work) {
      const line = lines.get(projectId) ?? { last: Promise.resolve(), waiting: 0 };
      if (line.waiting >= WAITING_MAX) return undefined;
      lines.set(projectId, line);
      line.waiting += 1;
      const mine = line.last.then(work, work).finally(() => {
        line.waiting -= 1;
        if (line.waiting === 0) lines.delete(projectId);
      });
      line.last = mine.catch(() => undefined);
      return mine;
    },
  };
}
