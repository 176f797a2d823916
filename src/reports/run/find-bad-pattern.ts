import type { EventStore } from "../../events/index.ts";

const PATTERN_TIMEOUT_MS = 10_000;

/** The first pattern that the engine cannot read. Its own reader is asked: no other knows exactly what it takes. */
export async function findBadPattern(
  { store }: { store: Pick<EventStore, "query" | "dialect"> },
  projectId: number,
  patterns: readonly { field: string; pattern: string }[],
): Promise<{ field: string; reason: string } | undefined> {
  for (const { field, pattern } of patterns) {
    try {
      const sql = `select ${store.dialect.matches("''", "$1")}`;
      await store.query(projectId, { sql, params: [pattern], timeoutMs: PATTERN_TIMEOUT_MS, rowsMax: 1 });
    } catch (error) {
      const said = /Invalid Input Error: (.*)/.exec(String(error))?.[1];
      if (said === undefined) throw error;
      return { field, reason: `is not an RE2 pattern: ${said}` };
    }
  }
  return undefined;
}
