import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { unpackQuestion } from "./pack-question.ts";
import { readReportSearch } from "./report-search.ts";

export const reportsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "reports/new",
    validateSearch: readReportSearch,
    loaderDeps: ({ search: { z } }) => ({ z }),
    loader: async ({ deps: { z } }) => ({ unpacked: z === undefined ? undefined : await unpackQuestion(z) }),
    component: lazyRouteComponent(() => import("./ReportPage.tsx"), "ReportPage"),
  }),
] as const;
