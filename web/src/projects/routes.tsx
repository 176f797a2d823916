import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../app/parents.tsx";

export const projectsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "projects",
    component: lazyRouteComponent(() => import("./ProjectsPage.tsx"), "ProjectsPage"),
  }),
] as const;
