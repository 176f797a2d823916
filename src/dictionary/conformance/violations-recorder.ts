import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { ViolationKind } from "./event-checks.ts";
import type { ViolationLine, ViolationSample, ViolationsStore } from "./violations-store.ts";

/** What about the events of one batch is not as declared. */
export type NotedViolation = {
  event: string;
  property: string;
  kind: ViolationKind;
  message: string;
  count: number;
  refused: boolean;
  samples: readonly { record: string; ids: string[] }[];
};

export type ViolationsRecorder = {
  /** Takes a few additions in memory; nothing waits for the database. */
  note(projectId: number, violations: readonly NotedViolation[]): void;
  /** Writes what has gathered, so that whoever looks sees all of it. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const FLUSH_MS = 2000;
const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;
const CLEAN_EVERY_MS = 3_600_000;
/** Between two writings, and while the database is away: two megabytes of figures, four of samples. */
const LINES_MAX = 10_000;
const SAMPLES_MAX = 1000;

export function createViolationsRecorder(deps: {
  store: Pick<ViolationsStore, "add" | "removeBefore">;
  clock: Clock;
  log: Log;
}): ViolationsRecorder {
  const { store, clock, log } = deps;
  let lines = new Map<string, ViolationLine>();
  let samples: ViolationSample[] = [];
  let cleanedAt = 0;
  let writing: Promise<void> | undefined;

  // The length says where the event's name ends: it may hold whatever could stand between it and the next.
  const keyOf = ({ projectId, day, event, kind, property }: ViolationLine) =>
    `${projectId} ${day} ${kind} ${event.length} ${event}${property}`;

  function add(line: ViolationLine): void {
    const isFull = lines.size >= LINES_MAX && !lines.has(keyOf(line));
    const placed = isFull ? { ...line, property: "" } : { ...line };
    const known = lines.get(keyOf(placed));
    if (known === undefined) {
      lines.set(keyOf(placed), placed);
      return;
    }
    known.count += line.count;
    known.refused += line.refused;
    known.firstMs = Math.min(known.firstMs, line.firstMs);
    known.lastMs = Math.max(known.lastMs, line.lastMs);
  }

  async function write(): Promise<void> {
    const [taken, shown] = [[...lines.values()], samples];
    [lines, samples] = [new Map(), []];
    try {
      await store.add(taken, shown);
    } catch (cause) {
      for (const line of taken) add(line);
      samples = [...shown, ...samples].slice(-SAMPLES_MAX);
      throw cause;
    }
    if (clock.now() - cleanedAt < CLEAN_EVERY_MS) return;
    cleanedAt = clock.now();
    await store.removeBefore(new Date(clock.now() - KEPT_MS));
  }

  async function flush(): Promise<void> {
    // One at a time; whoever comes meanwhile waits for the one under way, then writes what has gathered since.
    await writing;
    if (lines.size === 0) return;
    writing ??= write().finally(() => {
      writing = undefined;
    });
    await writing;
  }

  const timer = setInterval(() => {
    flush().catch((cause: unknown) =>
      log.warn({ err: cause }, "violations of schemas could not be written; they are kept and written later"),
    );
  }, FLUSH_MS).unref();

  return {
    note(projectId, violations) {
      const atMs = clock.now();
      const day = new Date(atMs).toISOString().slice(0, 10);
      for (const { samples: shown, message, refused, count, ...of } of violations) {
        add({ ...of, projectId, day, count, refused: refused ? count : 0, firstMs: atMs, lastMs: atMs });
        for (const { record, ids } of shown)
          if (samples.length < SAMPLES_MAX) samples.push({ ...of, projectId, atMs, message, record, ids });
      }
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch((cause: unknown) =>
        log.warn({ err: cause }, "the last violations were not written"),
      );
    },
  };
}
