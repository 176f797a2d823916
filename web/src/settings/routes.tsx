import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "settings/$part",
    component: lazyRouteComponent(() => import("./SettingsPage.tsx"), "SettingsPage"),
  }),
] as const;
