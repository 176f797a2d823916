import { useLoaderData, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { withoutEmpty } from "../app/read-search.ts";
import { isLong, packQuestion } from "./pack-question.ts";
import { type DraftChange, documentOf, type ReportDraft, readReport } from "./report-document.ts";
import type { ChartChoice, ReportSearch } from "./report-search.ts";

const ROUTE = "/signed-in/p/$projectId/reports/new";

/** The question on the page, which is the one in the address. Small changes take the place of the last, so that Back leaves. */
export function useReportDraft() {
  const { q, z, chart = "line" } = useSearch({ from: ROUTE });
  const { unpacked } = useLoaderData({ from: ROUTE });
  const navigate = useNavigate({ from: "/p/$projectId/reports/new" });
  const given = z === undefined ? q : unpacked;
  const { draft, dropped } = useMemo(() => readReport(given), [given]);
  const ask = (question: Pick<ReportSearch, "q" | "z">, push: boolean) =>
    void navigate({
      search: ({ chart: shown }) => withoutEmpty({ chart: shown, ...question }),
      replace: !push,
      resetScroll: false,
    });
  return {
    draft,
    dropped,
    chart,
    change: (part: DraftChange, { push = false }: { push?: boolean } = {}) => {
      const question = documentOf(withoutEmpty({ ...draft, ...part }) as ReportDraft);
      if (isLong(question)) void packQuestion(question).then((packed) => ask({ z: packed }, push));
      else ask({ q: question }, push);
    },
    show: (choice: ChartChoice) =>
      void navigate({ search: (old) => ({ ...old, chart: choice }), replace: true, resetScroll: false }),
  };
}
