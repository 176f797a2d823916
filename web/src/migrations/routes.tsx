import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const migrationsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "migrations",
    component: lazyRouteComponent(() => import("./MigrationsPage.tsx"), "MigrationsPage"),
  }),
] as const;
