import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const reportsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "reports/new",
    component: lazyRouteComponent(() => import("./ReportPage.tsx"), "ReportPage"),
  }),
] as const;
