import type { Route } from "../http/index.ts";
import { rememberedErasing } from "./decisions/erase-remembered.ts";
import { decisionRoutes } from "./decisions/routes.ts";
import type { ExperimentDeps } from "./deps.ts";
import { actionRoutes } from "./record/action-routes.ts";
import { markRoutes } from "./record/mark-routes.ts";
import { recordRoutes } from "./record/routes.ts";
import { dailyRoutes } from "./results/daily-routes.ts";
import { resultRoutes } from "./results/routes.ts";
import { sampleSizeRoutes } from "./results/sample-size-routes.ts";

export type ExperimentsRoom = {
  routes: Route[];
  /** What erasing a person takes out of rules of flags that experiments remember. */
  erasing: ReturnType<typeof rememberedErasing>;
};

export const createExperimentsRoom = (deps: ExperimentDeps): ExperimentsRoom => ({
  routes: [
    ...recordRoutes(deps),
    ...resultRoutes(deps),
    ...dailyRoutes(deps),
    ...sampleSizeRoutes(),
    ...actionRoutes(deps),
    ...markRoutes(deps),
    ...decisionRoutes(deps),
  ],
  erasing: rememberedErasing(deps.db),
});
