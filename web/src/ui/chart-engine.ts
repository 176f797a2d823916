import { BarChart, LineChart } from "echarts/charts";
import { AriaComponent, GridComponent, TooltipComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

// Loaded when the first chart is shown, and no more of the library than the charts take.
echarts.use([LineChart, BarChart, GridComponent, TooltipComponent, AriaComponent, CanvasRenderer]);

export const openChart = (element: HTMLElement) => echarts.init(element);
export type OpenChart = ReturnType<typeof openChart>;
