import type { OpenChart } from "./chart-engine.ts";
import { readColours } from "./chart-options.ts";

const SCALE = 2;

/** The chart as a picture of twice the size, in the theme it is looked at. */
export function savePicture(chart: OpenChart, fileName: string): void {
  const link = document.createElement("a");
  link.href = chart.getDataURL({ type: "png", pixelRatio: SCALE, backgroundColor: readColours().raised });
  link.download = `${fileName}.png`;
  link.click();
}
