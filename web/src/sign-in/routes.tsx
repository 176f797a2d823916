import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../app/parents.tsx";
import { readReturn } from "./return-address.ts";

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "sign-in",
    validateSearch: readReturn,
    component: lazyRouteComponent(() => import("./SignInPage.tsx"), "SignInPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "sign-in/link",
    component: lazyRouteComponent(() => import("./LinkPage.tsx"), "LinkPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "sign-in/invitation",
    component: lazyRouteComponent(() => import("./InvitationPage.tsx"), "InvitationPage"),
  }),
] as const;
