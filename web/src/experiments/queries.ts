import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent, Taken } from "../api/types.ts";
import type { Flag } from "../flags/queries.ts";

const ALL = "/api/app/workspaces/{workspaceId}/experiments";
const ONE = "/api/app/workspaces/{workspaceId}/experiments/{experiment}";

export type Experiment = Omit<Taken<typeof ALL, "get">[number], "feature_flag"> & {
  feature_flag: Flag | null;
};
export type ExperimentDraft = Sent<typeof ALL, "post">;
export type ExperimentChange = Sent<typeof ONE, "patch">;
export type Variant = NonNullable<ExperimentDraft["variants"]>[number];
export type Metric = NonNullable<ExperimentDraft["metrics"]>[number];
export type Settings = NonNullable<ExperimentDraft["settings"]>;
export type Decision = Taken<`${typeof ONE}/decisions`, "get">[number];
export type Choice = Sent<`${typeof ONE}/decide`, "patch">;
export type Daily = Taken<`${typeof ONE}/daily`, "get">;
export type Recomputed = Taken<`${typeof ONE}/decisions/{decisionId}/recompute`, "post">;

/** Everything about a workspace's experiments is remembered under this: a change makes all of it stale. */
export const experimentsKey = (workspaceId: number) => ["experiments", workspaceId] as const;

export const experimentsQuery = (workspaceId: number, includeArchived: boolean) =>
  queryOptions({
    queryKey: [...experimentsKey(workspaceId), "list", includeArchived],
    queryFn: ({ signal }) =>
      take(
        client.GET(ALL, {
          params: { path: { workspaceId }, query: { include_archived: includeArchived } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const experimentKey = (workspaceId: number, experiment: string) =>
  [...experimentsKey(workspaceId), "one", experiment] as const;

export const experimentQuery = (workspaceId: number, experiment: string) =>
  queryOptions({
    queryKey: experimentKey(workspaceId, experiment),
    queryFn: ({ signal }): Promise<Experiment> =>
      take(client.GET(ONE, { params: { path: { workspaceId, experiment } }, signal })),
  });

export const dailyQuery = (workspaceId: number, experiment: string, metric: string | undefined) =>
  queryOptions({
    queryKey: [...experimentsKey(workspaceId), "daily", experiment, metric],
    queryFn: ({ signal }) =>
      take(
        client.GET(`${ONE}/daily`, {
          params: { path: { workspaceId, experiment }, query: metric === undefined ? {} : { metric } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

const DECISIONS_PAGE = 50;

/** The newest first; older ones are asked for when somebody wants them. */
export const decisionsQuery = (workspaceId: number, experiment: string) =>
  infiniteQueryOptions({
    queryKey: [...experimentsKey(workspaceId), "decisions", experiment],
    queryFn: ({ signal, pageParam: before }) =>
      take(
        client.GET(`${ONE}/decisions`, {
          params: {
            path: { workspaceId, experiment },
            query: { limit: DECISIONS_PAGE, ...(before === undefined ? {} : { before }) },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < DECISIONS_PAGE ? undefined : page.at(-1)?.revision),
    select: ({ pages }) => pages.flat(),
  });
