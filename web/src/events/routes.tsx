import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";
import { readEventsSearch } from "./events-search.ts";

export const eventsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "events",
    validateSearch: readEventsSearch,
    component: lazyRouteComponent(() => import("./EventsPage.tsx"), "EventsPage"),
  }),
] as const;
