import { createRoute, redirect } from "@tanstack/react-router";
import { accountRoutes } from "../account/routes.tsx";
import { dictionaryRoutes } from "../dictionary/routes.tsx";
import { eventsRoutes } from "../events/routes.tsx";
import { experimentsRoutes } from "../experiments/routes.tsx";
import { flagsRoutes } from "../flags/routes.tsx";
import { homeRoutes } from "../home/routes.tsx";
import { migrationsRoutes } from "../migrations/routes.tsx";
import { projectsRoutes } from "../projects/routes.tsx";
import { reportsRoutes } from "../reports/routes.tsx";
import { settingsRoutes } from "../settings/routes.tsx";
import { signInRoutes } from "../sign-in/routes.tsx";
import { usageRoutes } from "../usage/routes.tsx";
import { warehouseRoutes } from "../warehouse/routes.tsx";
import { lastProject } from "./last-project.ts";
import { meQuery } from "./me.ts";
import { projectRoute, rootRoute, signedInRoute } from "./parents.tsx";

/** The bare address leads to the project looked at last, to the only one, or to the list. */
const entranceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  beforeLoad: async ({ context }): Promise<void> => {
    const { projects } = await context.queryClient.ensureQueryData(meQuery);
    const reachable = Object.values(projects).map(({ id }) => id);
    const last = reachable.find((id) => id === lastProject());
    const projectId = last ?? (reachable.length === 1 ? reachable[0] : undefined);
    if (projectId === undefined) throw redirect({ to: "/projects", replace: true });
    throw redirect({ to: "/p/$projectId/home", params: { projectId }, replace: true });
  },
});

const projectEntranceRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/",
  beforeLoad: ({ params }): void => {
    throw redirect({ to: "/p/$projectId/home", params, replace: true });
  },
});

export const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  signedInRoute.addChildren([
    entranceRoute,
    ...projectsRoutes,
    ...accountRoutes,
    projectRoute.addChildren([
      projectEntranceRoute,
      ...homeRoutes,
      ...eventsRoutes,
      ...reportsRoutes,
      ...dictionaryRoutes,
      ...warehouseRoutes,
      ...experimentsRoutes,
      ...flagsRoutes,
      ...migrationsRoutes,
      ...usageRoutes,
      ...settingsRoutes,
    ]),
  ]),
]);
