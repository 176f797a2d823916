import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const homeRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "home",
    component: lazyRouteComponent(() => import("./HomePage.tsx"), "HomePage"),
  }),
] as const;
