export type { WarehouseDeps } from "./deps.ts";
export { runImport } from "./jobs.ts";
export { warehouseRoutes } from "./routes.ts";
export { startDispatcher } from "./sync/dispatcher.ts";
