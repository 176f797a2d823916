import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const flagsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "flags",
    component: lazyRouteComponent(() => import("./FlagsPage.tsx"), "FlagsPage"),
  }),
] as const;
