import type { Route } from "../../http/index.ts";
import { deleteRoutes } from "./delete-routes.ts";
import { type HistoryDeps, historyRoutes } from "./history-routes.ts";
import { type ReadDeps, readRoutes } from "./read-routes.ts";
import { type UploadDeps, uploadRoutes } from "./upload-routes.ts";

/** All of the schemas interface. */
export const schemaRoutes = (deps: UploadDeps & ReadDeps & HistoryDeps): Route[] => [
  ...uploadRoutes(deps),
  ...readRoutes(deps),
  ...deleteRoutes(deps),
  ...historyRoutes(deps),
];
