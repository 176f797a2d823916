import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const dictionaryRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "dictionary",
    component: lazyRouteComponent(() => import("./DictionaryPage.tsx"), "DictionaryPage"),
  }),
] as const;
