import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readHomeSearch } from "./home-search.ts";

export const homeRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "home",
    validateSearch: readHomeSearch,
    component: lazyRouteComponent(() => import("./HomePage.tsx"), "HomePage"),
  }),
] as const;
