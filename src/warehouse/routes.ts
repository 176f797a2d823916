import type { Route } from "../http/index.ts";
import type { WarehouseDeps } from "./deps.ts";
import { importRoutes } from "./imports/routes.ts";
import { kindRoutes } from "./sources/kind-routes.ts";
import { sourceRoutes } from "./sources/routes.ts";

export const warehouseRoutes = (deps: WarehouseDeps): Route[] => [
  ...kindRoutes(),
  ...sourceRoutes(deps),
  ...importRoutes(deps),
];
