import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SegmentationReport } from "../../../src/reports/model/report.ts";
import { useProject } from "../app/useProject.ts";
import { noteReported } from "../home/first-report.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { fixesFor } from "./fixes.ts";
import { reportQuery } from "./queries.ts";
import { ReportAnswerView } from "./ReportAnswerView.tsx";
import { RunningBar } from "./RunningBar.tsx";
import { useDebounced } from "./useDebounced.ts";
import type { useReportDraft } from "./useReportDraft.ts";

type ReportResultProps = { question: SegmentationReport; report: ReturnType<typeof useReportDraft> };

const DEBOUNCE_MS = 400;

/** Asks by itself once the question stands still, and shows the answer. */
export function ReportResult({ question, report }: ReportResultProps) {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const [cancelled, setCancelled] = useState<string>();
  const settled = useDebounced(question, DEBOUNCE_MS);
  const key = JSON.stringify(settled);
  const isCancelled = cancelled === key;
  const options = reportQuery(projectId, settled);
  const answer = useQuery({ ...options, enabled: !isCancelled });
  useEffect(() => {
    if (answer.isSuccess) noteReported(projectId);
  }, [answer.isSuccess, projectId]);
  const cancel = () => {
    setCancelled(key);
    void queryClient.cancelQueries({ queryKey: options.queryKey });
  };
  if (isCancelled)
    return (
      <EmptyState
        title="Cancelled"
        action={<Button onClick={() => setCancelled(undefined)}>Run again</Button>}
      >
        Nothing is computed any more. Change the question, or run it again.
      </EmptyState>
    );
  return (
    <>
      <RunningBar running={answer.isFetching} onCancel={cancel} report={report} />
      <QueryState
        query={answer}
        skeleton={<Skeleton lines={8} className="rounded-lg border border-line bg-surface p-4" />}
        failedTitle="The report could not be computed"
      >
        {(data) => <ReportAnswerView answer={data} question={data.question} report={report} />}
      </QueryState>
      <Fixes failure={answer.error} report={report} />
    </>
  );
}

/** Below the reason of a refusal: the change that makes the question one that can be asked. */
const Fixes = ({ failure, report }: { failure: Error | null; report: ReportResultProps["report"] }) => (
  <div className="mt-3 flex flex-wrap gap-2">
    {fixesFor(failure, report.draft).map(({ label, part }) => (
      <Button key={label} onClick={() => report.change(part)} data-testid="report.fix">
        {label}
      </Button>
    ))}
  </div>
);
