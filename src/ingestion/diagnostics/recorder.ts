import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { DiagnosticsStore, StoredSample, TallyLine } from "./diagnostics-store.ts";
import { kindOf } from "./kinds.ts";
import type { Sample } from "./sampler.ts";

/** What became of a batch at a door, as far as it is worth looking up. */
export type Noted = {
  projectId: number;
  endpoint: string;
  counts: Readonly<Record<string, number | undefined>>;
  samples?: readonly Sample[] | undefined;
};

export type Recorder = {
  /** Takes a few additions in memory; nothing waits for the database. */
  note(batch: Noted): void;
  /** Writes what has gathered, so that whoever looks sees all of it. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type RecorderDeps = { store: DiagnosticsStore; clock: Clock; log: Log };

const FLUSH_MS = 2000;
const HOUR_MS = 3_600_000;
const KEPT_MS = 90 * 24 * HOUR_MS;
/**
 * While the database is away: half a megabyte of figures, four of samples. Beyond it they are lost, and the log says so. Both fit into
 * one statement, which takes 65,535 values.
 */
const LINES_MAX = 5000;
const SAMPLES_MAX = 1000;

export function createRecorder({ store, clock, log }: RecorderDeps): Recorder {
  let lines = new Map<string, TallyLine>();
  let samples: StoredSample[] = [];
  let lost = 0;
  let removedAt = 0;
  let flushing: Promise<void> | undefined;

  function add({ projectId, hourMs, endpoint, code, kind, count }: TallyLine): void {
    const key = `${projectId} ${hourMs} ${endpoint} ${code}`;
    const line = lines.get(key);
    if (line !== undefined) line.count += count;
    else if (lines.size < LINES_MAX) lines.set(key, { projectId, hourMs, endpoint, code, kind, count });
    else lost += count;
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
    if (lost > 0)
      log.warn({ records: lost }, "diagnostics of records were lost while they could not be written");
    lost = 0;
    if (clock.now() - removedAt < HOUR_MS) return;
    removedAt = clock.now();
    await store.removeBefore(new Date(clock.now() - KEPT_MS));
  }

  async function flush(): Promise<void> {
    // One at a time; whoever comes meanwhile waits for the one under way, then writes what has gathered since.
    await flushing;
    if (lines.size === 0 && samples.length === 0) return;
    flushing ??= write().finally(() => {
      flushing = undefined;
    });
    await flushing;
  }

  let failed = false;
  const timer = setInterval(() => {
    flush().then(
      () => {
        failed = false;
      },
      (cause: unknown) => {
        if (!failed)
          log.warn({ err: cause }, "diagnostics could not be written; they are kept and written later");
        failed = true;
      },
    );
  }, FLUSH_MS).unref();

  return {
    note({ projectId, endpoint, counts, samples: shown = [] }) {
      const atMs = clock.now();
      const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
      for (const [code, count = 0] of Object.entries(counts)) {
        if (count > 0) add({ projectId, hourMs, endpoint, code, kind: kindOf(code), count });
      }
      for (const sample of shown) {
        if (samples.length < SAMPLES_MAX)
          samples.push({ ...sample, projectId, atMs, endpoint, kind: kindOf(sample.code) });
      }
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch((cause: unknown) =>
        log.warn({ err: cause }, "the last diagnostics were not written"),
      );
    },
  };
}
