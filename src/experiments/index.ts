export { createExperimentsRoom, type ExperimentsRoom } from "./create-experiments-room.ts";
export type { ExperimentDeps } from "./deps.ts";
export { type ExperimentsStore, experimentsStore } from "./record/experiments-store.ts";
export { fillMetrics, fillSettings, fillVariants } from "./record/fill-defaults.ts";
export type { Experiment } from "./record/types.ts";
export { gatherExposures, gatherStatistics } from "./results/gather.ts";
export { planOf } from "./results/plan.ts";
export { refreshActiveJob } from "./results/refresh.ts";
