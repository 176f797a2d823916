import { type KeyboardEvent, useState } from "react";
import type { OpenChart } from "./chart-engine.ts";
import type { ChartData } from "./chart-types.ts";

type ChartKeys = {
  chart: OpenChart | undefined;
  data: ChartData;
  hidden: ReadonlySet<string>;
  onPoint: ((index: number) => void) | undefined;
};

/** Arrow keys over a chart: each step is pointed at and said. */
export function useChartKeys({ chart, data, hidden, onPoint }: ChartKeys) {
  const [at, setAt] = useState<number>();
  const last = data.labels.length - 1;
  const go = (to: number) => {
    const index = Math.max(0, Math.min(last, to));
    setAt(index);
    // A period that is not over is drawn by a line of its own, which stands beside the first.
    for (const seriesIndex of index === last && data.lastIsIncomplete ? [0, 1] : [0]) {
      chart?.dispatchAction({ type: "showTip", seriesIndex, dataIndex: index });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: (at ?? -1) + 1,
      ArrowLeft: (at ?? 1) - 1,
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    if (to !== undefined) {
      event.preventDefault();
      go(to);
    } else if (event.key === "Enter" && at !== undefined) {
      onPoint?.(at);
    }
  };
  const leave = () => {
    setAt(undefined);
    chart?.dispatchAction({ type: "hideTip" });
  };
  return {
    props: { tabIndex: 0, onKeyDown, onBlur: leave },
    said: at === undefined ? "" : pointWords(data, hidden, at),
  };
}

/** "12 June: Purchase 40, Refund 2." */
export function pointWords(data: ChartData, hidden: ReadonlySet<string>, at: number): string {
  const values = data.series
    .filter(({ name }) => !hidden.has(name))
    .map(({ name, values: all }) => `${name} ${all[at]?.toLocaleString("en") ?? "nothing"}`);
  return `${data.labels[at] ?? ""}: ${values.join(", ")}.`;
}
