import { useProject } from "../app/useProject.ts";
import { Notice } from "../ui/Notice.tsx";
import { Page } from "../ui/Page.tsx";
import { ReportControls } from "./ReportControls.tsx";
import { ReportResult } from "./ReportResult.tsx";
import { questionOf } from "./report-document.ts";
import { StarterQuestions } from "./StarterQuestions.tsx";
import { useReportDraft } from "./useReportDraft.ts";

export function ReportPage() {
  const { timezone } = useProject();
  const report = useReportDraft();
  const question = questionOf(report.draft);
  return (
    <Page title="Report" description="How often did it happen, and by how many people?">
      {report.dropped.length === 0 ? null : (
        <Notice
          tone="warn"
          className="mb-4"
          title="Parts of this link could not be read"
          data-testid="report.dropped"
        >
          Left out: {report.dropped.join("; ")}. The rest is shown.
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <ReportControls report={report} zone={report.draft.timezone ?? timezone} />
        <div className="min-w-0">
          {question === undefined ? (
            <StarterQuestions onAsk={(part) => report.change(part, { push: true })} />
          ) : (
            <ReportResult question={question} report={report} />
          )}
        </div>
      </div>
    </Page>
  );
}
