import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, notFound, Outlet, redirect } from "@tanstack/react-router";
import { isSignedOut } from "../api/failure.ts";
import { rememberProject } from "./last-project.ts";
import { meQuery } from "./me.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { PageBroke } from "./PageBroke.tsx";
import { Shell } from "./Shell.tsx";

/** The routes that rooms hang their pages on. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: PageBroke,
});

/** Everything behind the sign-in, inside of the frame with the navigation. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  beforeLoad: async ({ context, location }): Promise<void> => {
    try {
      await context.queryClient.ensureQueryData(meQuery);
    } catch (cause) {
      if (!isSignedOut(cause)) throw cause;
      throw redirect({ to: "/sign-in", search: { return: location.href } });
    }
  },
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: PageBroke,
});

/** Pages of one project: `/p/{projectId}/…`. A project out of reach looks like one that does not exist. */
export const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "p/$projectId",
  params: {
    parse: ({ projectId }) => ({ projectId: Number(projectId) }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) }),
  },
  beforeLoad: async ({ context, params }): Promise<void> => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (me.projects[String(params.projectId)] === undefined) throw notFound();
    rememberProject(params.projectId);
  },
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: PageBroke,
});
