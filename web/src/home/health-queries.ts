import { queryOptions } from "@tanstack/react-query";
import { client, takeWhole } from "../api/client.ts";

export type Readiness = {
  parts?: { loader?: { lanes?: Record<string, { waitingMs?: number }> } };
};

export const readinessQuery = queryOptions({
  queryKey: ["readiness"],
  queryFn: async ({ signal }) => (await takeWhole(client.GET("/readyz", { signal }))) as Readiness,
});
