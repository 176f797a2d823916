import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SegmentationReport } from "../../../src/reports/model/report.ts";
import { client, take } from "../api/client.ts";
import { failureOf, unreachable } from "../api/failure.ts";
import type { Taken } from "../api/types.ts";

const PATH = "/api/app/projects/{projectId}/reports/query";

export type ReportAnswer = Taken<typeof PATH, "post">;
export type ReportLine = ReportAnswer["series"][number];

/** The server stops to compute as soon as nobody waits: a newer question, or Cancel, ends the older one. */
export const reportQuery = (projectId: number, question: SegmentationReport) =>
  queryOptions({
    queryKey: ["report", projectId, question],
    queryFn: async ({ signal }) => {
      const answer = await take(
        client.POST(PATH, { params: { path: { projectId } }, body: question, signal }),
      );
      // Together: while the next question is under way, the last answer is still shown, under its own title.
      return { ...answer, question };
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The server's own file: all segments it can give, with full precision. */
export async function fetchReportCsv(projectId: number, question: SegmentationReport): Promise<string> {
  const { data, error, response } = await client
    .POST(PATH, {
      params: { path: { projectId }, query: { format: "csv" } },
      body: question,
      parseAs: "text",
    })
    .catch(() => {
      throw unreachable();
    });
  if (!response.ok) throw failureOf(response, error);
  return String(data);
}
