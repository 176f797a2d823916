import { type PointedSeries, tooltipWords } from "./chart-tooltip.ts";
import type { ChartData, ChartKind } from "./chart-types.ts";

const DASHES = ["solid", "dashed", "dotted"] as const;
const MARKERS = ["circle", "rect", "triangle", "diamond", "pin", "arrow"] as const;
const SERIES_COLOURS = 8;

/** The colours of the current theme, as the page has them. */
export const readColours = () => {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: read("ink"),
    soft: read("ink-soft"),
    line: read("line"),
    raised: read("raised"),
    series: Array.from({ length: SERIES_COLOURS }, (_, index) => read(`chart-${index + 1}`)),
  };
};

type Colours = ReturnType<typeof readColours>;

/** What the chart library is told. Series differ by dash or pattern and marker as well as by colour. */
export function chartOptions(
  data: ChartData,
  kind: ChartKind,
  colours: Colours,
  hidden: ReadonlySet<string>,
) {
  const shown = data.series.filter(({ name }) => !hidden.has(name));
  return {
    animation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    animationDuration: 200,
    // The frame has its own words for those who listen; patterns are for those who do not tell the colours apart.
    aria: { enabled: true, label: { enabled: false }, decal: { show: kind !== "line" && shown.length > 1 } },
    grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
    // Drawn, not made of markup: the page allows no styles in markup.
    tooltip: {
      trigger: "axis",
      renderMode: "richText",
      confine: true,
      formatter: (pointed: PointedSeries | readonly PointedSeries[]) => tooltipWords([pointed].flat()),
      backgroundColor: colours.raised,
      borderColor: colours.line,
      textStyle: { color: colours.ink, fontSize: 12 },
    },
    xAxis: {
      type: "category",
      data: [...data.labels],
      boundaryGap: kind !== "line",
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { color: colours.soft, hideOverlap: true },
    },
    yAxis: {
      type: "value",
      minInterval: 1,
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { color: colours.soft, formatter: (value: number) => compact.format(value) },
    },
    series: shown.flatMap((one) => seriesOptions(one, data, kind, colours)),
  };
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

function seriesOptions(one: ChartData["series"][number], data: ChartData, kind: ChartKind, colours: Colours) {
  const place = data.series.indexOf(one);
  const color = colours.series[place % colours.series.length];
  const last = one.values.length - 1;
  const isCut = data.lastIsIncomplete === true && last > 0;
  if (kind !== "line") {
    const values = one.values.map((value, index) =>
      isCut && index === last ? { value, itemStyle: { opacity: 0.5 } } : value,
    );
    return [
      { name: one.name, type: "bar", data: values, color, ...(kind === "stacked" ? { stack: "all" } : {}) },
    ];
  }
  const common = {
    name: one.name,
    type: "line",
    color,
    symbol: MARKERS[place % MARKERS.length],
    symbolSize: 5,
    showSymbol: one.values.length <= 60,
  };
  const dash = DASHES[Math.floor(place / colours.series.length) % DASHES.length];
  const whole = {
    ...common,
    lineStyle: { width: 2, type: dash },
    data: isCut ? [...one.values.slice(0, last), null] : [...one.values],
  };
  if (!isCut) return [whole];
  // The way into the period that is not over is a line of its own, dashed.
  const end = one.values.map((value, index) => (index >= last - 1 ? value : null));
  return [whole, { ...common, lineStyle: { width: 2, type: [3, 4] }, data: end }];
}
