import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../app/parents.tsx";
import { readProjectsSearch } from "./search.ts";

export const projectsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "projects",
    validateSearch: readProjectsSearch,
    component: lazyRouteComponent(() => import("./ProjectsPage.tsx"), "ProjectsPage"),
  }),
] as const;
