import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readUsageSearch } from "./usage-search.ts";

export const usageRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "usage",
    validateSearch: readUsageSearch,
    component: lazyRouteComponent(() => import("./UsagePage.tsx"), "UsagePage"),
  }),
] as const;
