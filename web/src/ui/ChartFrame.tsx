import { ChartLine, Download, Image, Table2 } from "lucide-react";
import { type ReactNode, use, useCallback, useMemo, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Chart } from "./Chart.tsx";
import { ChartLegend } from "./ChartLegend.tsx";
import { ChartTable } from "./ChartTable.tsx";
import { chartCsv } from "./chart-csv.ts";
import type { OpenChart } from "./chart-engine.ts";
import { savePicture } from "./chart-picture.ts";
import type { ChartData, ChartKind } from "./chart-types.ts";
import { downloadFile } from "./download-file.ts";
import { DownloadRight } from "./download-right.ts";

type ChartFrameProps = ChartData & {
  title: string;
  /** One sentence that says what the chart shows: "Purchase, daily, 1–30 June: 4,210 in all, up 12 %". */
  summary: ReactNode;
  kind?: ChartKind;
  /** As table, when the page keeps it in the address; otherwise the frame keeps it. */
  asTable?: boolean | undefined;
  onAsTable?: (asTable: boolean) => void;
  height?: number;
  /** What the first column of the table holds: "Day". */
  labelHeader?: string;
  /** Name of the files without their endings. */
  fileName: string;
  /** Instead of the values in sight: the server's file. */
  onCsv?: () => void;
  onPoint?: (index: number) => void;
  tools?: ReactNode;
  "data-testid"?: string;
};

/** A chart and everything that belongs to it: its summary, its legend, the same as a table, files. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, summary, kind = "line", labels, series, lastIsIncomplete, height = 300, fileName } = props;
  const [ownTable, setOwnTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const chart = useRef<OpenChart>(undefined);
  const figure = useRef<HTMLElement>(null);
  const keep = useCallback((opened: OpenChart | undefined) => {
    chart.current = opened;
  }, []);
  const mayDownload = use(DownloadRight);
  const asTable = props.asTable ?? ownTable;
  const show = props.onAsTable ?? setOwnTable;
  // The same as long as the numbers are: the chart is drawn anew when it changes.
  const data = useMemo(() => ({ labels, series, lastIsIncomplete }), [labels, series, lastIsIncomplete]);
  const savePng = () => {
    const said = figure.current?.querySelector("[data-testid='chart.summary']")?.textContent ?? "";
    const legend = series.map(({ name }, place) => ({ name, place })).filter(({ name }) => !hidden.has(name));
    if (chart.current) savePicture(chart.current, { title, summary: said, legend }, fileName);
  };
  const saveCsv = props.onCsv ?? (() => downloadFile(`${fileName}.csv`, chartCsv(data, props.labelHeader)));
  return (
    <figure
      ref={figure}
      data-testid={props["data-testid"] ?? "chart"}
      className="rounded-lg border border-line bg-surface p-4"
    >
      <div className="mb-2 flex flex-wrap items-start justify-between gap-2">
        <figcaption className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{title}</span>
          <span className="block text-xs text-ink-soft" data-testid="chart.summary">
            {summary}
          </span>
        </figcaption>
        <div className="flex flex-wrap items-center gap-1">
          {props.tools}
          <Button size="sm" look="ghost" onClick={() => show(!asTable)} data-testid="chart.as-table">
            {asTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />}
            {asTable ? "View as chart" : "View as table"}
          </Button>
          {mayDownload ? (
            <Button size="sm" look="ghost" onClick={saveCsv} data-testid="chart.csv">
              <Download aria-hidden /> CSV
            </Button>
          ) : null}
          {asTable || !mayDownload ? null : (
            <Button size="sm" look="ghost" onClick={() => savePng()}>
              <Image aria-hidden /> PNG
            </Button>
          )}
        </div>
      </div>
      {asTable ? (
        <ChartTable title={title} data={data} labelHeader={props.labelHeader} />
      ) : (
        <>
          <ChartLegend series={series} kind={kind} hidden={hidden} onChange={setHidden} />
          <Chart
            label={title}
            data={data}
            kind={kind}
            hidden={hidden}
            height={height}
            onOpen={keep}
            onPoint={props.onPoint}
          />
          {lastIsIncomplete ? (
            <p className="mt-1 text-xs text-ink-faint">
              The last period is not over yet: drawn dashed or faint.
            </p>
          ) : null}
        </>
      )}
    </figure>
  );
}
