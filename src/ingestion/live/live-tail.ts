import { setTimeout as sleep } from "node:timers/promises";
import { type Declaration, FRAME_KINDS } from "../../events/index.ts";
import type { Journal, Position } from "../../journal/index.ts";
import type { Log } from "../../platform/log.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { createRowDecoder } from "./decode-rows.ts";
import type { LiveFilter } from "./filter.ts";
import { createListener, type Listener } from "./listener.ts";

export type LiveTailDeps = {
  journal: Pick<Journal, "synced" | "waitFor" | "readBatch">;
  declarations(projectId: number): Promise<readonly Declaration[]>;
  log: Log;
  settings?: Partial<LiveSettings>;
};

export type LiveSettings = {
  listenersPerProject: number;
  listenersMax: number;
  /** Between two looks at the journal: nobody reads faster, and each look decodes what all who wait for it need. */
  pauseMs: number;
  beatMs: number;
  bytesPerLook: number;
  eventsPerLook: number;
};

export const LIVE_SETTINGS: LiveSettings = {
  listenersPerProject: 10,
  listenersMax: 100,
  pauseMs: 100,
  beatMs: 5000,
  bytesPerLook: 262_144,
  eventsPerLook: 500,
};

export type ListenFailure = { code: "too_many_listeners"; most: number } | { code: "stopping" };
/** Whether this client may still listen; asked with every beat. */
export type StillMay = () => Promise<boolean>;

export type LiveTail = {
  listen(projectId: number, filter: LiveFilter, stillMay: StillMay): Result<Listener, ListenFailure>;
  /** Ends every stream, so that the server need not wait for clients that would never leave. */
  close(): void;
};

type ProjectTail = { listeners: Map<Listener, StillMay>; closing: AbortController };

/** Shows what is accepted as it is: read from the journal after it is synced, and only while somebody listens. */
export function createLiveTail({ journal, declarations, log, settings }: LiveTailDeps): LiveTail {
  const bounds = { ...LIVE_SETTINGS, ...settings };
  const tails = new Map<number, ProjectTail>();
  let count = 0;
  let isClosed = false;

  function leave(projectId: number, tail: ProjectTail, listener: Listener): void {
    if (!tail.listeners.delete(listener)) return;
    count -= 1;
    if (tail.listeners.size > 0) return;
    tail.closing.abort();
    tails.delete(projectId);
  }

  function begin(projectId: number): ProjectTail {
    const tail: ProjectTail = { listeners: new Map(), closing: new AbortController() };
    tails.set(projectId, tail);
    follow(projectId, tail).catch((cause: unknown) => {
      log.warn({ err: cause, projectId }, "the live tail of a project ended");
      for (const listener of [...tail.listeners.keys()]) listener.end("the journal could not be read");
    });
    const timer = setInterval(() => beat(tail), bounds.beatMs).unref();
    tail.closing.signal.addEventListener("abort", () => clearInterval(timer));
    return tail;
  }

  async function follow(projectId: number, { listeners, closing: { signal } }: ProjectTail): Promise<void> {
    const decoder = createRowDecoder(() => declarations(projectId));
    let after: Position = journal.synced(["live"]);
    while (await journal.waitFor({ after, lanes: ["live"], signal })) {
      const batch = await journal.readBatch({
        after,
        lanes: ["live"],
        project: projectId,
        kinds: [FRAME_KINDS.rows, FRAME_KINDS.common_rows],
        maxBytes: bounds.bytesPerLook,
      });
      after = batch.reached;
      let room = bounds.eventsPerLook;
      for (const frame of batch.frames) {
        const { events, left } = await decoder.decode(frame, room);
        room -= events.length;
        for (const listener of listeners.keys()) {
          for (const event of events) listener.offer(event);
          if (left > 0) listener.missed(left);
        }
      }
      if (!batch.caughtUp) {
        // More comes in than anybody could read: on to what is new, or the tail would show an ever older past.
        after = journal.synced(["live"]);
        for (const listener of listeners.keys()) listener.missed();
      }
      await sleep(bounds.pauseMs, undefined, { signal }).catch(() => undefined);
    }
    // Not asked to end, and nothing more will come: the journal is closed.
    if (!signal.aborted) for (const listener of [...listeners.keys()]) listener.end("the server is stopping");
  }

  function beat({ listeners }: ProjectTail): void {
    for (const [listener, stillMay] of listeners) {
      stillMay().then(
        (may) => (may ? listener.beat() : listener.end("you may not read this project any more")),
        // The control database is away: nothing says that the client may not.
        () => listener.beat(),
      );
    }
  }

  return {
    listen(projectId, filter, stillMay) {
      if (isClosed) return fail({ code: "stopping" });
      const most = bounds.listenersPerProject;
      if (count >= bounds.listenersMax || (tails.get(projectId)?.listeners.size ?? 0) >= most) {
        return fail({ code: "too_many_listeners", most });
      }
      const listener = createListener(filter);
      const tail = tails.get(projectId) ?? begin(projectId);
      tail.listeners.set(listener, stillMay);
      count += 1;
      listener.stream.once("close", () => leave(projectId, tail, listener));
      return ok(listener);
    },
    close() {
      isClosed = true;
      for (const { listeners } of tails.values()) {
        for (const listener of [...listeners.keys()]) listener.end("the server is stopping");
      }
    },
  };
}
