export { createExperimentsRoom, type ExperimentsRoom } from "./create-experiments-room.ts";
export type { ExperimentDeps } from "./deps.ts";
export { type ExperimentsStore, experimentsStore } from "./record/experiments-store.ts";
export { refreshActiveJob } from "./results/refresh.ts";
