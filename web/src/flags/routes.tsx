import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readFlagSearch, readFlagsSearch } from "./search.ts";

export const flagsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "flags",
    validateSearch: readFlagsSearch,
    component: lazyRouteComponent(() => import("./FlagsPage.tsx"), "FlagsPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "flags/new",
    component: lazyRouteComponent(() => import("./NewFlagPage.tsx"), "NewFlagPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "flags/$flagId",
    validateSearch: readFlagSearch,
    component: lazyRouteComponent(() => import("./FlagPage.tsx"), "FlagPage"),
  }),
] as const;
