import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readMigrationSearch, readStartSearch } from "./search.ts";

export const migrationsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "migrations",
    component: lazyRouteComponent(() => import("./MigrationsPage.tsx"), "MigrationsPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "migrations/new",
    validateSearch: readStartSearch,
    component: lazyRouteComponent(() => import("./NewMigrationPage.tsx"), "NewMigrationPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "migrations/$jobId",
    validateSearch: readMigrationSearch,
    component: lazyRouteComponent(() => import("./MigrationPage.tsx"), "MigrationPage"),
  }),
] as const;
