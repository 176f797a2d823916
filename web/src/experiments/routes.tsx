import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readListSearch, readOneSearch } from "./search.ts";

export const experimentsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "experiments",
    validateSearch: readListSearch,
    component: lazyRouteComponent(() => import("./ExperimentsPage.tsx"), "ExperimentsPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "experiments/new",
    component: lazyRouteComponent(() => import("./NewExperimentPage.tsx"), "NewExperimentPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "experiments/$experimentId",
    validateSearch: readOneSearch,
    component: lazyRouteComponent(() => import("./ExperimentPage.tsx"), "ExperimentPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "experiments/$experimentId/edit",
    component: lazyRouteComponent(() => import("./EditExperimentPage.tsx"), "EditExperimentPage"),
  }),
] as const;
