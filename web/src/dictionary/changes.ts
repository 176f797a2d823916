import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { client, take } from "../api/client.ts";
import type { Sent, Taken } from "../api/types.ts";
import { useProject } from "../app/useProject.ts";
import type { EntryEdit, EntryRef } from "./queries.ts";

const SCHEMAS = "/api/app/projects/{projectId}/schemas";
const IMPORT = "/api/app/projects/{projectId}/dictionary/import";
const SETTINGS = "/api/app/projects/{projectId}/dictionary/settings";

export type ImportBody = Sent<typeof IMPORT, "post">;
export type ImportReport = Taken<typeof IMPORT, "post">;
export type ImportedEntry = NonNullable<ImportBody["entries"]>[number];

/** Changes of the dictionary. Names are sent in bodies: in a path the name ".." would mean another address. */
export function useDictionaryChanges() {
  const queryClient = useQueryClient();
  const { projectId } = useProject();
  return useMemo(() => dictionaryChanges(queryClient, projectId), [queryClient, projectId]);
}

function dictionaryChanges(queryClient: QueryClient, projectId: number) {
  const params = { path: { projectId } };
  /** Display names and hidden names show on every page, so all of them ask anew. */
  const done = async <Value>(change: Promise<Value>): Promise<Value> => {
    const value = await change;
    await queryClient.invalidateQueries();
    return value;
  };
  return {
    edit: (edits: EntryEdit[]) =>
      done(take(client.PATCH("/api/app/projects/{projectId}/dictionary", { params, body: { edits } }))),
    upload: (entry: ImportedEntry) =>
      done(take(client.POST(SCHEMAS, { params, body: { entries: [entry] } as never }))),
    remove: ({ entityType, name }: EntryRef) =>
      done(
        take(
          client.DELETE("/api/app/projects/{projectId}/schemas/{entityType}", {
            params: { path: { projectId, entityType }, query: { entity_name: name } },
          }),
        ),
      ),
    restore: ({ entityType, name }: EntryRef, version: number) =>
      done(
        take(
          client.POST(
            "/api/app/projects/{projectId}/schemas/{entityType}/{name}/history/{versionId}/restore",
            {
              params: { path: { projectId, entityType, name, versionId: version } },
            },
          ),
        ),
      ),
    tryImport: (body: ImportBody) => take(client.POST(IMPORT, { params, body: { ...body, dry_run: true } })),
    import: (body: ImportBody) => done(take(client.POST(IMPORT, { params, body }))),
    setModes: (body: Sent<typeof SETTINGS, "patch">) => done(take(client.PATCH(SETTINGS, { params, body }))),
  };
}
