import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const experimentsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "experiments",
    component: lazyRouteComponent(() => import("./ExperimentsPage.tsx"), "ExperimentsPage"),
  }),
] as const;
