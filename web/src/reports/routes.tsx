import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readReportSearch } from "./report-search.ts";

export const reportsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "reports/new",
    validateSearch: readReportSearch,
    component: lazyRouteComponent(() => import("./ReportPage.tsx"), "ReportPage"),
  }),
] as const;
