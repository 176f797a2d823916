import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { withoutEmpty } from "../app/read-search.ts";
import { type DraftChange, documentOf, type ReportDraft, readReport } from "./report-document.ts";
import type { ChartChoice } from "./report-search.ts";

/** The question on the page, which is the one in the address. Small changes take the place of the last, so that Back leaves. */
export function useReportDraft() {
  const { q, chart = "line" } = useSearch({ from: "/signed-in/p/$projectId/reports/new" });
  const navigate = useNavigate({ from: "/p/$projectId/reports/new" });
  const { draft, dropped } = useMemo(() => readReport(q), [q]);
  return {
    draft,
    dropped,
    chart,
    change: (part: DraftChange, options: { push?: boolean } = {}) =>
      void navigate({
        search: (old) => ({ ...old, q: documentOf(withoutEmpty({ ...draft, ...part }) as ReportDraft) }),
        replace: options.push !== true,
        resetScroll: false,
      }),
    show: (choice: ChartChoice) =>
      void navigate({ search: (old) => ({ ...old, chart: choice }), replace: true, resetScroll: false }),
  };
}
