import type { EventStore, StoredEvent } from "../../events/index.ts";
import { resolvePerson } from "../../identity/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { readCursor, writeCursor } from "../event-cursor.ts";

export type ActivityDeps = { store: Pick<EventStore, "readPage" | "resolveIds"> };

export type ActivityQuestion = {
  fromMs?: number | undefined;
  beforeMs?: number | undefined;
  events?: readonly string[] | undefined;
  newestFirst: boolean;
  limit: number;
  cursor?: string | undefined;
};

export type Activity = {
  /** The id the person goes by. */
  resolvedId: string;
  events: StoredEvent[];
  next: string | null;
};

/** What a person did, under whatever id, a page at a time. The cursor is a place between two events. */
export async function readActivity(
  { store }: ActivityDeps,
  projectId: number,
  distinctId: string,
  { fromMs, beforeMs, events, newestFirst, limit, cursor }: ActivityQuestion,
): Promise<Result<Activity, { code: "cursor_invalid" }>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  if (after === null) return fail({ code: "cursor_invalid" });
  const resolvedId = await resolvePerson(store, projectId, distinctId);
  const page = await store.readPage(projectId, {
    persons: [resolvedId],
    newestFirst,
    limit,
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(beforeMs === undefined ? {} : { beforeMs }),
    ...(events === undefined ? {} : { events }),
    ...(after === undefined ? {} : { after }),
  });
  const last = page.events.at(-1);
  return ok({ resolvedId, events: page.events, next: page.more && last ? writeCursor(last) : null });
}
