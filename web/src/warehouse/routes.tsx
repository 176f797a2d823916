import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readImportSearch, readNewSourceSearch, readWarehouseSearch } from "./search.ts";
import { readDraft } from "./wizard/draft.ts";

const getParentRoute = () => projectRoute;

export const warehouseRoutes = [
  createRoute({
    getParentRoute,
    path: "warehouse",
    validateSearch: readWarehouseSearch,
    component: lazyRouteComponent(() => import("./WarehousePage.tsx"), "WarehousePage"),
  }),
  createRoute({
    getParentRoute,
    path: "warehouse/new",
    validateSearch: readDraft,
    component: lazyRouteComponent(() => import("./wizard/NewImportPage.tsx"), "NewImportPage"),
  }),
  createRoute({
    getParentRoute,
    path: "warehouse/sources/new",
    validateSearch: readNewSourceSearch,
    component: lazyRouteComponent(() => import("./sources/NewSourcePage.tsx"), "NewSourcePage"),
  }),
  createRoute({
    getParentRoute,
    path: "warehouse/sources/$sourceId",
    params: {
      parse: ({ sourceId }) => ({ sourceId: Number(sourceId) }),
      stringify: ({ sourceId }) => ({ sourceId: String(sourceId) }),
    },
    component: lazyRouteComponent(() => import("./sources/SourcePage.tsx"), "SourcePage"),
  }),
  createRoute({
    getParentRoute,
    path: "warehouse/$importId",
    params: {
      parse: ({ importId }) => ({ importId: Number(importId) }),
      stringify: ({ importId }) => ({ importId: String(importId) }),
    },
    validateSearch: readImportSearch,
    component: lazyRouteComponent(() => import("./import/ImportPage.tsx"), "ImportPage"),
  }),
] as const;
