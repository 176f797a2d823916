import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Taken } from "../api/types.ts";

export type Me = Taken<"/api/app/me", "get">;
export type ProjectOfMe = Me["projects"][string];

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => take(client.GET("/api/app/me", { signal })),
  staleTime: 60_000,
});

/** Who is signed in. The frame around the pages has asked before any of them is shown. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;
