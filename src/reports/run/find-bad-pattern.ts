import type { EventStore } from "../../events/index.ts";

const PATTERN_TIMEOUT_MS = 10_000;

type Pattern = { field: string; pattern: string };

/** The first pattern that the engine cannot read. Its own reader is asked: no other knows exactly what it takes. */
export async function findBadPattern(
  { store }: { store: Pick<EventStore, "query" | "dialect"> },
  projectId: number,
  patterns: readonly Pattern[],
): Promise<{ field: string; reason: string } | undefined> {
  const different = [...new Map(patterns.toReversed().map((one) => [one.pattern, one])).values()].reverse();
  const find = async (some: readonly Pattern[]): Promise<{ field: string; reason: string } | undefined> => {
    const said = await fault(store, projectId, some);
    const [first] = some;
    if (said === undefined || first === undefined) return undefined;
    if (some.length === 1) return { field: first.field, reason: `is not an RE2 pattern: ${said}` };
    const half = Math.ceil(some.length / 2);
    return (await find(some.slice(0, half))) ?? (await find(some.slice(half)));
  };
  // All in one question, for a document may hold thousands; which one is bad is found by halves.
  return await find(different);
}

async function fault(
  store: Pick<EventStore, "query" | "dialect">,
  projectId: number,
  patterns: readonly Pattern[],
): Promise<string | undefined> {
  if (patterns.length === 0) return undefined;
  const tried = patterns.map((_, index) => store.dialect.matches("''", `$${index + 1}`));
  const params = patterns.map(({ pattern }) => pattern);
  try {
    const question = { sql: `select ${tried.join()}`, params, timeoutMs: PATTERN_TIMEOUT_MS, rowsMax: 1 };
    await store.query(projectId, question);
    return undefined;
  } catch (error) {
    const said = /Invalid Input Error: (.*)/.exec(String(error))?.[1];
    if (said === undefined) throw error;
    return said;
  }
}
