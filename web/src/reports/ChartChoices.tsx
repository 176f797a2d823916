import { ChartColumn, ChartLine } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import type { ChartChoice } from "./report-search.ts";

type ChartChoicesProps = { chart: ChartChoice; onChange: (chart: ChartChoice) => void };

/** Lines or columns; the frame has the table. */
export const ChartChoices = ({ chart, onChange }: ChartChoicesProps) =>
  chart === "table" ? null : (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Kind of chart</legend>
      <Button
        size="sm"
        look="ghost"
        aria-pressed={chart === "line"}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        onClick={() => onChange("line")}
      >
        <ChartLine aria-hidden /> Line
      </Button>
      <Button
        size="sm"
        look="ghost"
        aria-pressed={chart === "bar"}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        onClick={() => onChange("bar")}
        data-testid="report.bar"
      >
        <ChartColumn aria-hidden /> Bar
      </Button>
    </fieldset>
  );
