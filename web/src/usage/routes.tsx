import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const usageRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "usage",
    component: lazyRouteComponent(() => import("./UsagePage.tsx"), "UsagePage"),
  }),
] as const;
