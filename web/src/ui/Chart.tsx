import { useEffect, useRef, useState } from "react";
import type { OpenChart } from "./chart-engine.ts";
import { chartOptions, readColours } from "./chart-options.ts";
import type { ChartData, ChartKind } from "./chart-types.ts";
import { Skeleton } from "./Skeleton.tsx";
import { useShownTheme } from "./theme.ts";
import { useChartKeys } from "./useChartKeys.ts";

type ChartProps = {
  label: string;
  data: ChartData;
  kind: ChartKind;
  hidden: ReadonlySet<string>;
  height: number;
  /** Called with the open chart, for the picture; undefined when it is gone. */
  onOpen: (chart: OpenChart | undefined) => void;
  onPoint?: ((index: number) => void) | undefined;
};

/** The drawn chart. One stop for the keyboard: arrows go from point to point, Enter opens what is behind one. */
export function Chart({ label, data, kind, hidden, height, onOpen, onPoint }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<OpenChart>();
  const theme = useShownTheme();
  const keys = useChartKeys({ chart, data, hidden, onPoint });
  useEffect(() => {
    let opened: OpenChart | undefined;
    let isGone = false;
    const watch = new ResizeObserver(() => opened?.resize());
    void import("./chart-engine.ts").then(({ openChart }) => {
      if (isGone || element.current === null) return;
      opened = openChart(element.current);
      watch.observe(element.current);
      setChart(opened);
      onOpen(opened);
    });
    return () => {
      isGone = true;
      watch.disconnect();
      opened?.dispose();
      onOpen(undefined);
    };
  }, [onOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is not read here but changes the colours that are.
  useEffect(() => {
    chart?.setOption(chartOptions(data, kind, readColours(), hidden), { notMerge: true });
  }, [chart, data, kind, hidden, theme]);
  useEffect(() => {
    if (chart === undefined || onPoint === undefined) return;
    const open = ({ dataIndex }: { dataIndex: number }) => onPoint(dataIndex);
    chart.on("click", open);
    return () => {
      chart.off("click", open);
    };
  }, [chart, onPoint]);
  return (
    <>
      {chart === undefined ? <Skeleton lines={Math.max(2, Math.round(height / 34))} /> : null}
      <div
        ref={element}
        {...keys.props}
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Arrow keys go from point to point.`}
        className="w-full"
        style={{ height: chart === undefined ? 0 : height }}
      />
      <p aria-live="polite" className="sr-only">
        {keys.said}
      </p>
    </>
  );
}
