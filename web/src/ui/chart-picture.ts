import type { OpenChart } from "./chart-engine.ts";
import { readColours } from "./chart-options.ts";
import { downloadFile } from "./download-file.ts";

const SCALE = 2;
const MARGIN = 24;
const LINE = 22;

/** `place` among all series gives the colour, also when others are hidden. */
type LegendItem = { name: string; place: number };
type PictureWords = { title: string; summary: string; legend: readonly LegendItem[] };

/** The chart as a picture of twice the size, in the theme it is looked at, with title, summary and legend: it must speak for itself. */
export function savePicture(chart: OpenChart, words: PictureWords, fileName: string): void {
  const drawn = chart.renderToCanvas({ pixelRatio: SCALE });
  const colours = readColours();
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  const top = (MARGIN + LINE * 3) * SCALE;
  canvas.width = drawn.width + MARGIN * 2 * SCALE;
  canvas.height = drawn.height + top + MARGIN * SCALE;
  pen.fillStyle = colours.raised;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(drawn, MARGIN * SCALE, top);
  const write = (text: string, line: number, colour: string, weight = "400") => {
    pen.font = `${weight} ${13 * SCALE}px system-ui, sans-serif`;
    pen.fillStyle = colour;
    pen.fillText(text, MARGIN * SCALE, (MARGIN + LINE * line) * SCALE, drawn.width);
  };
  write(words.title, 0.4, colours.ink, "600");
  write(words.summary, 1.3, colours.soft);
  if (words.legend.length > 1) writeLegend(pen, words.legend, colours.series);
  canvas.toBlob((blob) => blob && downloadFile(`${fileName}.png`, blob));
}

function writeLegend(
  pen: CanvasRenderingContext2D,
  legend: readonly LegendItem[],
  series: readonly string[],
): void {
  let left = MARGIN * SCALE;
  const base = (MARGIN + LINE * 2.3) * SCALE;
  for (const { name, place } of legend) {
    pen.fillStyle = series[place % series.length] ?? "";
    pen.fillText(`● ${name}`, left, base);
    left += pen.measureText(`● ${name}`).width + 14 * SCALE;
  }
}
