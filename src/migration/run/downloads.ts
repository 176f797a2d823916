import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { MigrationDeps } from "../deps.ts";
import { type Origin, type OriginContext, OriginError } from "../origin.ts";
import { checkSpace } from "../origins/free-space.ts";
import type { Slice } from "../types.ts";
import { type RetrySettings, waitMs } from "./retry.ts";

/** A slice on this disk, or why it is not. */
export type Downloaded = { path: string } | { failure: OriginError };

const AHEAD_MAX = 2;

/** Fetches slices a little ahead of those who load them, in whatever order they come. */
export function createDownloads(
  deps: Pick<MigrationDeps, "retry" | "log">,
  { origin, context: given, folder }: { origin: Origin; context: OriginContext; folder: string },
) {
  const closing = new AbortController();
  const context = { ...given, signal: AbortSignal.any([given.signal, closing.signal]) };
  const underWay = new Map<string, Promise<Downloaded>>();
  const here = new Set<string>();
  const pathOf = (slice: Slice) => join(folder, `slice-${slice.id}`);

  const start = (slice: Slice): Promise<Downloaded> => {
    const known = underWay.get(slice.id) ?? fetchSlice(deps, origin, slice, pathOf(slice), context);
    underWay.set(slice.id, known);
    // Whoever loads it hears of it.
    known.then(
      (got) => {
        if ("path" in got && underWay.get(slice.id) === known) here.add(slice.id);
      },
      () => undefined,
    );
    return known;
  };
  return {
    /** The first of these; the next ones are begun meanwhile. */
    async next(slices: readonly Slice[]): Promise<Downloaded> {
      await mkdir(folder, { recursive: true });
      const [first, ...others] = slices;
      if (first === undefined) throw new Error("there is no slice to download");
      const wanted = start(first);
      for (const slice of others.slice(0, AHEAD_MAX - 1)) void start(slice);
      return wanted;
    },
    /** Where it is, if it is here already. */
    find: (slice: Slice): string | undefined => (here.has(slice.id) ? pathOf(slice) : undefined),
    /** Loaded, or to be fetched anew. */
    async forget(slice: Slice): Promise<void> {
      underWay.delete(slice.id);
      here.delete(slice.id);
      await rm(pathOf(slice), { force: true });
    },
    /** What is still on its way is wanted by nobody any more. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(underWay.values());
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Downloads = ReturnType<typeof createDownloads>;

async function fetchSlice(
  { retry, log }: Pick<MigrationDeps, "retry" | "log">,
  origin: Origin,
  slice: Slice,
  path: string,
  context: OriginContext,
): Promise<Downloaded> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await checkSpace(path);
      await origin.download(slice, path, context);
      return { path };
    } catch (cause) {
      if (!(cause instanceof OriginError)) throw cause;
      if (cause.code !== "away" && cause.code !== "damaged") return { failure: cause };
      if (isTooOften(retry, attempt, performance.now() - began)) return { failure: cause };
      const ms = Math.min(cause.retryAfterMs ?? waitMs(retry, attempt, Math.random()), retry.forMs);
      log.warn(
        { slice: slice.id, attempt, reason: cause.message, ms },
        "a slice of a migration is fetched again",
      );
      await sleep(ms, undefined, { signal: context.signal });
    }
  }
}

export const isTooOften = ({ triesMax, forMs }: RetrySettings, attempt: number, elapsedMs: number): boolean =>
  attempt >= triesMax || elapsedMs >= forMs;
