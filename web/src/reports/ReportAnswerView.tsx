import { useMemo } from "react";
import type { SegmentationReport } from "../../../src/reports/model/report.ts";
import { useProject } from "../app/useProject.ts";
import { useDisplayNames } from "../events/useDisplayNames.ts";
import { ChartFrame } from "../ui/ChartFrame.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { formatCount, formatValue } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { frameWords } from "../ui/time-frame.ts";
import { toast } from "../ui/toast.ts";
import { ChartChoices } from "./ChartChoices.tsx";
import { chartLines, periodLabel } from "./chart-lines.ts";
import { Explanation } from "./Explanation.tsx";
import { measureWords } from "./measures.ts";
import { NothingCounted } from "./NothingCounted.tsx";
import { fetchReportCsv, type ReportAnswer } from "./queries.ts";
import { TotalsTable } from "./TotalsTable.tsx";
import type { useReportDraft } from "./useReportDraft.ts";

type ReportAnswerViewProps = {
  answer: ReportAnswer;
  question: SegmentationReport;
  report: ReturnType<typeof useReportDraft>;
};

export function ReportAnswerView({ answer, question, report }: ReportAnswerViewProps) {
  const { projectId } = useProject();
  const nameOf = useDisplayNames(projectId);
  const lines = useMemo(() => chartLines(answer, nameOf), [answer, nameOf]);
  const labels = answer.periods.map(({ start }) => periodLabel(start, answer.unit));
  const title = `${measureWords(question.measure)}: ${question.events.map(({ event }) => nameOf(event)).join(", ")}`;
  const days = `${answer.time_frame.from.slice(0, 10)}_${answer.time_frame.to.slice(0, 10)}`;
  const overall = answer.series.filter(({ line }) => line === "overall");
  const totals = overall.map(({ event, total }) => `${nameOf(event)} ${formatValue(total)}`).join(", ");
  const saveCsv = () =>
    void fetchReportCsv(projectId, question).then(
      (text) => downloadFile(`${projectId}_report_${days}.csv`, text),
      (failure: Error) => toast(`The file could not be made: ${failure.message}`, { tone: "bad" }),
    );
  const cut = (answer.segments ?? []).filter(({ shown, found }) => shown < found);
  if (answer.computed.events_counted === 0)
    return (
      <div className="space-y-3">
        <NothingCounted report={report} />
        <Explanation answer={answer} />
      </div>
    );
  return (
    <div className="space-y-3">
      <ChartFrame
        title={title}
        summary={`${frameWords(question.time_frame)}, by ${answer.unit}, ${answer.timezone}. In all: ${totals}.`}
        kind={report.chart === "bar" ? (answer.segments === null ? "bar" : "stacked") : "line"}
        labels={labels}
        series={lines}
        lastIsIncomplete={answer.periods.at(-1)?.complete === false}
        asTable={report.chart === "table"}
        onAsTable={(asTable) => report.show(asTable ? "table" : "line")}
        labelHeader={answer.unit === "day" ? "Day" : "Period"}
        fileName={`${projectId}_report_${days}`}
        onCsv={saveCsv}
        tools={<ChartChoices chart={report.chart} onChange={report.show} />}
        data-testid="report.chart"
      />
      {cut.map(({ event, shown, found }) => (
        <Notice key={event}>
          The {formatCount(shown)} largest of {formatCount(found)} values are shown; the rest is in “All
          others”. The CSV file has up to 10,000.
        </Notice>
      ))}
      <TotalsTable lines={lines} unit={answer.unit} title={title} />
      <Explanation answer={answer} />
    </div>
  );
}
