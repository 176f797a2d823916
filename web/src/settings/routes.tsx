import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readSettingsSearch } from "./search.ts";

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "settings/$part",
    validateSearch: readSettingsSearch,
    component: lazyRouteComponent(() => import("./SettingsPage.tsx"), "SettingsPage"),
  }),
] as const;
