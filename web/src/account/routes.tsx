import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../app/parents.tsx";

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "account",
    component: lazyRouteComponent(() => import("./AccountPage.tsx"), "AccountPage"),
  }),
] as const;
