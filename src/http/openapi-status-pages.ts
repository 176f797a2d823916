const page = (
  summary: string,
  mediaType: string,
  statuses: Record<number, string>,
): Record<string, unknown> => ({
  get: {
    operationId: `get${summary.replace(/\W.*/, "")}`,
    tags: ["Status"],
    summary,
    security: [],
    responses: Object.fromEntries(
      Object.entries(statuses).map(([status, description]) => [
        status,
        {
          description,
          content: {
            [mediaType]: { schema: mediaType === "text/plain" ? { type: "string" } : { type: "object" } },
          },
        },
      ]),
    ),
  },
});

/** Pages that are no routes of a room: they have no caller, no scope and no envelope. */
export const STATUS_PAGE_PATHS: Record<string, Record<string, unknown>> = {
  "/healthz": page("Health: the process answers", "application/json", { 200: "It does." }),
  "/readyz": page("Readiness: every part works, or which does not", "application/json", {
    200: "Every part works.",
    503: "At least one part does not; `parts` says which and why.",
  }),
  "/metrics": page("Metrics for Prometheus", "text/plain", { 200: "The text exposition format." }),
};
