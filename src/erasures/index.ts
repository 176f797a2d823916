export type { ErasureDeps, ErasurePort } from "./deps.ts";
export { erasuresStore } from "./erasures-store.ts";
export { erasePersonsJob } from "./jobs.ts";
export { erasureRoutes } from "./routes.ts";
