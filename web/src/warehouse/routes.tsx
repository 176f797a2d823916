import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const warehouseRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "warehouse",
    component: lazyRouteComponent(() => import("./WarehousePage.tsx"), "WarehousePage"),
  }),
] as const;
