import { useQueryClient } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { ImportKind } from "./choices.ts";
import { type ImportBody, warehouseKey } from "./queries.ts";

const BASE = "/api/app/projects/{projectId}/warehouse-sources";
const SOURCE = `${BASE}/sources/{sourceId}` as const;
const IMPORT = `${BASE}/imports/{importId}` as const;

/** What a form says of a source: its secrets are in here, so it is kept nowhere. */
export type SourceValues = Record<string, string | number | boolean | null>;

/** Sources: what changes them. Tests without saving change nothing and stand here with their kin. */
export function useSourceChanges(projectId: number) {
  const done = useStale(projectId);
  const left = useLeft(projectId);
  const path = { projectId };
  return {
    create: (body: SourceValues) =>
      take(client.POST(`${BASE}/sources`, { params: { path }, body })).then(left),
    change: (sourceId: number, body: SourceValues) =>
      take(client.PATCH(SOURCE, { params: { path: { ...path, sourceId } }, body })).then(done),
    remove: (sourceId: number, force: boolean) =>
      take(
        client.DELETE(SOURCE, { params: { path: { ...path, sourceId }, query: force ? { force } : {} } }),
      ).then(left),
    testDraft: (body: SourceValues) => take(client.POST(`${BASE}/sources/test`, { params: { path }, body })),
    test: (sourceId: number) =>
      take(client.POST(`${SOURCE}/test`, { params: { path: { ...path, sourceId } } })).then(done),
  };
}

/** Where an import of each kind is made. */
const CREATE = {
  event_stream: `${BASE}/imports/event-stream`,
  people: `${BASE}/imports/people`,
  groups: `${BASE}/imports/groups`,
  lookup_table: `${BASE}/imports/lookup-table`,
} as const satisfies Record<ImportKind, string>;

export function useImportChanges(projectId: number) {
  const done = useStale(projectId);
  const left = useLeft(projectId);
  const one = (importId: number) => ({ path: { projectId, importId } });
  return {
    create: (kind: ImportKind, body: ImportBody) =>
      // The body is checked by the server, word by word; the types of the four kinds differ more than they help here.
      take(client.POST(CREATE[kind], { params: { path: { projectId } }, body: body as never })).then(left),
    change: (importId: number, body: { paused?: boolean; run_every?: number }) =>
      take(client.PATCH(IMPORT, { params: one(importId), body })).then(done),
    sync: (importId: number, confirmGuard = false) =>
      take(
        client.PUT(`${IMPORT}/manual-sync`, {
          params: one(importId),
          body: confirmGuard ? { confirm_guard: true } : {},
        }),
      ).then(done),
    reset: (importId: number) => take(client.POST(`${IMPORT}/reset`, { params: one(importId) })).then(done),
    verify: (importId: number) => take(client.POST(`${IMPORT}/verify`, { params: one(importId) })),
    cancel: (importId: number, run: string) =>
      take(
        client.POST(`${IMPORT}/runs/{run}/cancel`, { params: { path: { projectId, importId, run } } }),
      ).then(done),
    remove: (importId: number, withData: boolean) =>
      take(
        client.DELETE(IMPORT, {
          params: { ...one(importId), query: withData ? { delete_data: true } : {} },
          body: {},
        }),
      ).then(left),
  };
}

/** Hands on what came, once everything shown of the project's warehouses is asked for anew. */
function useStale(projectId: number) {
  const queries = useQueryClient();
  return async <Value>(value: Value): Promise<Value> => {
    await queries.invalidateQueries({ queryKey: warehouseKey(projectId) });
    return value;
  };
}

/** The same where the page is left next: what it shows is not asked for once more, least of all what is just deleted. */
function useLeft(projectId: number) {
  const queries = useQueryClient();
  return async <Value>(value: Value): Promise<Value> => {
    await queries.invalidateQueries({ queryKey: warehouseKey(projectId), refetchType: "none" });
    return value;
  };
}
