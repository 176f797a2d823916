import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "../app/parents.tsx";

export const eventsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "events",
    component: lazyRouteComponent(() => import("./EventsPage.tsx"), "EventsPage"),
  }),
] as const;
