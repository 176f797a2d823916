import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Taken } from "../api/types.ts";

const BASE = "/api/app/projects/{projectId}/warehouse-sources";
const SOURCES = `${BASE}/sources` as const;
const SOURCE = `${SOURCES}/{sourceId}` as const;
const IMPORTS = `${BASE}/imports` as const;
const IMPORT = `${IMPORTS}/{importId}` as const;

export type WarehouseKind = Taken<`${typeof BASE}/types`, "get">[number];
export type KindField = WarehouseKind["fields"][number];
export type Source = Taken<typeof SOURCE, "get">;
export type TestReport = Taken<`${typeof SOURCE}/test`, "post">;
export type CatalogTable = Taken<`${typeof SOURCE}/catalog`, "get">[number];
export type TableColumns = Taken<`${typeof SOURCE}/columns`, "get">;
export type Column = TableColumns["columns"][number];
export type Import = Taken<typeof IMPORT, "get">;
export type Run = NonNullable<Import["last_run"]>;
export type Preview = Taken<`${typeof IMPORTS}/preview`, "post">;
export type Estimate = Taken<`${typeof IMPORTS}/estimate`, "post">;
export type Verification = Taken<`${typeof IMPORT}/verify`, "post">;
export type TableParams = Record<string, string>;
/** What is sent to preview, estimate and create an import. */
export type ImportBody = Record<string, unknown>;

/** While a run is under way; otherwise somebody else may have started one. */
const RUNNING_POLL_MS = 1_000;
const IDLE_POLL_MS = 15_000;
const HISTORY_LIMIT = 50;

/** What every question about a project's warehouses is remembered under: a change makes all of them stale. */
export const warehouseKey = (projectId: number) => ["warehouse", projectId] as const;
const keyOf = (projectId: number, ...parts: unknown[]) => [...warehouseKey(projectId), ...parts] as const;

export const kindsQuery = (projectId: number) =>
  queryOptions({
    queryKey: keyOf(projectId, "kinds"),
    queryFn: ({ signal }) => take(client.GET(`${BASE}/types`, { params: { path: { projectId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const sourcesQuery = (projectId: number) =>
  queryOptions({
    queryKey: keyOf(projectId, "sources"),
    queryFn: ({ signal }) => take(client.GET(SOURCES, { params: { path: { projectId } }, signal })),
  });

export const sourceQuery = (projectId: number, sourceId: number) =>
  queryOptions({
    queryKey: keyOf(projectId, "source", sourceId),
    queryFn: ({ signal }) => take(client.GET(SOURCE, { params: { path: { projectId, sourceId } }, signal })),
  });

/** As many as the server lists; the picker searches them itself, and takes names that are not among them. */
const CATALOG_LIMIT = 1_000;

export const catalogQuery = (projectId: number, sourceId: number) =>
  queryOptions({
    queryKey: keyOf(projectId, "catalog", sourceId),
    queryFn: ({ signal }) =>
      take(
        client.GET(`${SOURCE}/catalog`, {
          params: { path: { projectId, sourceId }, query: { limit: CATALOG_LIMIT } },
          signal,
        }),
      ),
  });

/** The document does not name the parts of a table's name: each kind of warehouse has its own. */
const named = (table: TableParams) => table as never;

export const columnsQuery = (projectId: number, sourceId: number, table: TableParams) =>
  queryOptions({
    queryKey: keyOf(projectId, "columns", sourceId, table),
    queryFn: ({ signal }) =>
      take(
        client.GET(`${SOURCE}/columns`, {
          params: { path: { projectId, sourceId }, query: named(table) },
          signal,
        }),
      ),
  });

export const rowsQuery = (projectId: number, sourceId: number, table: TableParams) =>
  queryOptions({
    queryKey: keyOf(projectId, "rows", sourceId, table),
    queryFn: ({ signal }) =>
      take(
        client.GET(`${SOURCE}/rows`, {
          params: { path: { projectId, sourceId }, query: named(table) },
          signal,
        }),
      ),
  });

export const previewQuery = (projectId: number, body: ImportBody) =>
  queryOptions({
    queryKey: keyOf(projectId, "preview", body),
    queryFn: ({ signal }) =>
      take(client.POST(`${IMPORTS}/preview`, { params: { path: { projectId } }, body, signal })),
    placeholderData: keepPreviousData,
  });

export const estimateQuery = (projectId: number, body: ImportBody) =>
  queryOptions({
    queryKey: keyOf(projectId, "estimate", body),
    queryFn: ({ signal }) =>
      take(client.POST(`${IMPORTS}/estimate`, { params: { path: { projectId } }, body, signal })),
    staleTime: 60_000,
  });

export const importsQuery = (projectId: number, withDeleted: boolean) =>
  queryOptions({
    queryKey: keyOf(projectId, "imports", withDeleted),
    queryFn: ({ signal }) =>
      take(
        client.GET(IMPORTS, {
          params: { path: { projectId }, query: withDeleted ? { include_deleted: true } : {} },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollMs(state.data?.some((one) => one.state === "RUNNING")),
  });

export const importQuery = (projectId: number, importId: number) =>
  queryOptions({
    queryKey: keyOf(projectId, "import", importId),
    queryFn: ({ signal }) => take(client.GET(IMPORT, { params: { path: { projectId, importId } }, signal })),
    refetchInterval: ({ state }) => pollMs(state.data?.state === "RUNNING"),
  });

export const historyQuery = (projectId: number, importId: number) =>
  queryOptions({
    queryKey: keyOf(projectId, "history", importId),
    queryFn: ({ signal }) =>
      take(
        client.GET(`${IMPORT}/history`, {
          params: { path: { projectId, importId }, query: { limit: HISTORY_LIMIT } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => pollMs(state.data?.runs.some(({ status }) => status === "RUNNING")),
  });

export const failedRowsQuery = (projectId: number, importId: number, run: string, after: number) =>
  queryOptions({
    queryKey: keyOf(projectId, "failed-rows", importId, run, after),
    queryFn: ({ signal }) =>
      take(
        client.GET(`${IMPORT}/runs/{run}/errors`, {
          params: { path: { projectId, importId, run }, query: { after } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Asked anew when a run has begun or ended: it is remembered under the last one. */
export const storedQuery = (projectId: number, { id: importId, last_run: run }: Import) =>
  queryOptions({
    queryKey: keyOf(projectId, "stored", importId, run?.run_id, run?.status),
    queryFn: ({ signal }) =>
      take(client.GET(`${IMPORT}/stored`, { params: { path: { projectId, importId } }, signal })),
    placeholderData: keepPreviousData,
  });

const pollMs = (isRunning: boolean | undefined): number => (isRunning ? RUNNING_POLL_MS : IDLE_POLL_MS);
